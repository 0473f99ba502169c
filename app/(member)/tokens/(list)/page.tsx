import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { CodeBlock } from "@/components/ui/code-block";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { publicOrigin } from "@/lib/http/origin";
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

/** `origin`: public, without a trailing slash. */
function NoTokens({ origin }: { origin: string }) {
  return (
    <>
      <EmptyState
        icon={KeyRound}
        title="No tokens yet"
        actions={
          <LinkButton href="/tokens/new" look="primary">
            <Plus aria-hidden />
            Create your first token
          </LinkButton>
        }
      >
        <p>
          A token lets one of your programs read and write records in your name, within what you choose for it. You can
          watch what it does, and stop it at any time.
        </p>
      </EmptyState>
      <section aria-labelledby="sample" className="mt-6">
        <h2 id="sample" className="mb-2 font-medium text-sm">
          What you do with one
        </h2>
        <CodeBlock label="A sample request">{`curl ${origin}/api/v1/me \\\n  -H "Authorization: Bearer service_v1_…"`}</CodeBlock>
      </section>
    </>
  );
}
