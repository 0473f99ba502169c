import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import type { ListedToken } from "@/lib/tokens/read/list";
import { findVisibleToken, isOwn } from "@/lib/tokens/read/visibility";
import { draftOfClone, formatLost } from "./clone";
import { firstDraft } from "./draft";
import { loadForm } from "./load-form";
import { NewTokenForm } from "./new-token-form";

export const metadata = { title: "New token" };

/** `from`: the id of one of the member's own tokens to copy. Any other id is ignored. */
export default async function NewTokenPage({ searchParams }: PageProps<"/tokens/new">) {
  const { member, organization } = await requireMember();
  const { from } = await searchParams;
  const visible = typeof from === "string" ? await findVisibleToken(from, member) : null;
  const cloned = visible !== null && isOwn(visible) ? visible.token : null;
  const { form, usual } = await loadForm(member);
  const { permissions, names } = form;
  return (
    <>
      <PageHeader
        title="New token"
        description="For a server that reads or writes records on your behalf. The secret is shown only once, right after you create it."
        back={{ href: "/tokens", label: "Tokens" }}
      />
      {cloned && <CloneNotice token={cloned} lost={formatLost(cloned.scopes, permissions)} />}
      <NewTokenForm
        page={pageMemberOf({ member, organization })}
        key={`${member.id} ${cloned?.id}`}
        begun={cloned ? draftOfClone(cloned, permissions, names, usual) : firstDraft(permissions, usual)}
        {...form}
      />
    </>
  );
}

function CloneNotice({ token, lost }: { token: ListedToken; lost: string }) {
  return (
    <Notice tone={lost === "" ? "info" : "warn"} className="mb-6">
      <p>
        A copy of{" "}
        <Link
          href={`/tokens/${token.id}`}
          className="inline-block min-h-6 max-w-full text-accent underline [overflow-wrap:anywhere]"
        >
          <bdi>{token.name}</bdi>
        </Link>
        : its purpose, access and limits, to change as you like. It gets a secret of its own.
      </p>
      {lost !== "" && <p>Not copied, because you no longer have it: {lost}.</p>}
    </Notice>
  );
}
