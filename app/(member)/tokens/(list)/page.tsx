import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { NoTokens } from "@/app/(member)/tokens/(list)/no-tokens";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { LinkButton } from "@/components/ui/controls/button";
import { publicOrigin } from "@/lib/session/origin";
import { requireMember } from "@/lib/session/visitor";
import { findNotices } from "@/lib/tokens/list";
import { ownTokens } from "@/lib/tokens/visible-token";
import { OwnTokens } from "./own-tokens";
import { OwnerNotices } from "./owner-notices";
import { TokensHeader } from "./tokens-header";

export const metadata: Metadata = { title: "Tokens" };

/** A member's own tokens, an administrator's too: those of others are under /admin. */
export default async function TokensPage() {
  const { member } = await requireMember();
  const { list, tokens } = await loadTokenList(ownTokens(member), member);
  return (
    <>
      <TokensHeader
        actions={
          list.count > 0 && (
            <LinkButton href="/tokens/new" look="primary">
              <Plus aria-hidden />
              New token
            </LinkButton>
          )
        }
      />
      <OwnerNotices notices={findNotices(tokens, list.now)} now={list.now} />
      {list.count === 0 ? <NoTokens origin={publicOrigin()} /> : <OwnTokens {...list} />}
    </>
  );
}
