import { Bell, KeyRound, Plus } from "lucide-react";
import Link from "next/link";
import { OWN_TOKENS } from "@/components/tokens/list/list-address";
import { loadTokenList } from "@/components/tokens/list/load-list";
import { TokenList } from "@/components/tokens/list/token-list";
import { CheckRequest } from "@/components/tokens/request-to-copy";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { CodeBlock } from "@/components/ui/text/code-block";
import { withNames } from "@/components/ui/text/with-names";
import { publicOrigin } from "@/lib/http/origin";
import type { Member } from "@/lib/model";
import { countUnread, findNewestUnread, MOST_COUNTED } from "@/lib/notices/list";
import { readAddress } from "@/lib/session/page-address";
import { requireMember } from "@/lib/session/visitor";
import type { ListedToken } from "@/lib/tokens/read/list";
import { findVisibleToken, isOwn, ownTokens } from "@/lib/tokens/read/visibility";
import { markNoticesRead } from "../../notices/actions";

export const metadata = { title: "Tokens" };

/** A member's own tokens, also for administrators: the tokens of others are under /admin. */
export default async function TokensPage({ searchParams }: PageProps<"/tokens">) {
  const { member } = await requireMember();
  // The list has one owner, so an `owner` in the address is ignored.
  const state = { ...readAddress(OWN_TOKENS, await searchParams), owner: undefined };
  const list = await loadTokenList(ownTokens(member), { reader: member, state, now: new Date() });
  const hasTokens = list.page.all > 0;
  const created = await findCreated(state.created, member);
  return (
    <>
      <PageHeader
        title="Tokens"
        description="Tokens let your programs act on your behalf, with the access you choose."
        actions={
          hasTokens && (
            <LinkButton icon={Plus} href="/tokens/new" look="primary">
              New token
            </LinkButton>
          )
        }
      />
      <UnreadNotices member={member} />
      {created?.lastUsed === null && (
        <div className="mb-6">
          <Card
            title="Send a first request"
            description={withNames`“${created.name}” is ready and has not been used yet.`}
          >
            <CheckRequest origin={publicOrigin()} />
          </Card>
        </div>
      )}
      {hasTokens ? (
        <TokenList {...{ list, state }} address={OWN_TOKENS} scope="own" createdId={created?.id ?? null} />
      ) : (
        <NoTokens origin={publicOrigin()} />
      )}
    </>
  );
}

/** Only the member's own token is highlighted. */
async function findCreated(tokenId: string | undefined, member: Member): Promise<ListedToken | null> {
  const visible = tokenId === undefined ? null : await findVisibleToken(tokenId, member);
  return visible !== null && isOwn(visible) ? visible.token : null;
}

function NoTokens({ origin }: { origin: string }) {
  return (
    <>
      <EmptyState
        icon={KeyRound}
        title="No tokens yet"
        actions={
          <LinkButton icon={Plus} href="/tokens/new" look="primary">
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

async function UnreadNotices({ member }: { member: Member }) {
  const newest = await findNewestUnread(member);
  if (newest === null) return null;
  return (
    <section
      aria-label="Unread notices"
      className="mb-4 flex flex-wrap items-center gap-x-2 rounded-control border border-line bg-surface px-3 py-1 text-sm"
    >
      <Bell aria-hidden className="size-4 shrink-0 text-quiet" />
      <p className="mr-2">{formatUnread(await countUnread(member))}</p>
      <Link
        href="/notices"
        prefetch={false}
        className="inline-flex min-h-8 items-center px-1 text-accent hover:underline"
      >
        Show<span className="sr-only"> notices</span>
      </Link>
      <form action={markNoticesRead}>
        {/* Notices that arrive after the newest counted one stay unread. */}
        <input type="hidden" name="until" value={newest.at} />
        <Button type="submit" look="quiet" size="small">
          Dismiss all<span className="sr-only"> notices</span>
        </Button>
      </form>
    </section>
  );
}

function formatUnread(count: number): string {
  if (count >= MOST_COUNTED) return `${MOST_COUNTED - 1}+ unread notices`;
  return count === 1 ? "1 unread notice" : `${count} unread notices`;
}
