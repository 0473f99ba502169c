import { Bell, CheckCheck, CircleAlert, CircleDot, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { PageLinks } from "@/components/ui/page-links";
import { Badge } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/time/time";
import { NOTICE_DAYS } from "@/lib/limits";
import { listNotices, type Notice } from "@/lib/notices/list";
import { addressOf, CURSOR, type ListAddress, readAddress } from "@/lib/session/page-address";
import { readerZone } from "@/lib/session/reader-zone";
import { requireMember } from "@/lib/session/visitor";
import { markNoticesRead } from "./actions";
import { describeNotice, hrefOf, type NoticeTone } from "./notice-words";

const NOTICES = { path: "/notices", place: { cursor: ["cursor", CURSOR] } } satisfies ListAddress;

export const metadata = { title: "Notices" };

export default async function NoticesPage({ searchParams }: PageProps<"/notices">) {
  const { member } = await requireMember();
  const { cursor } = readAddress(NOTICES, await searchParams);
  const { notices, nextCursor } = await listNotices(member, cursor);
  const now = new Date();
  return (
    <>
      <PageHeader
        title="Notices"
        description={`Events that concern your tokens, from the last ${NOTICE_DAYS} days.${member.admin ? " As an administrator you also see those of service accounts." : ""}`}
        actions={<MarkAll notices={notices} />}
      />
      {notices.length === 0 && <Nothing isOlder={cursor !== null} />}
      {notices.length > 0 && (
        <ul aria-label="Notices, newest first" className="rounded-card border border-line bg-surface shadow-card">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} viewerId={member.id} now={now} />
          ))}
        </ul>
      )}
      <PageLinks
        label="Pages of notices"
        newestHref={cursor && NOTICES.path}
        olderHref={nextCursor && addressOf(NOTICES, { cursor: nextCursor })}
      />
    </>
  );
}

/** Up to the newest notice on the page: those that arrive meanwhile stay unread. */
function MarkAll({ notices }: { notices: readonly Notice[] }) {
  const [newest] = notices;
  if (newest === undefined || notices.every(({ isRead }) => isRead)) return null;
  return (
    <form action={markNoticesRead}>
      <input type="hidden" name="until" value={newest.at} />
      <Button icon={CheckCheck} type="submit">
        Mark all as read
      </Button>
    </form>
  );
}

function Nothing({ isOlder }: { isOlder: boolean }) {
  if (isOlder) return <EmptyState icon={Bell} title="Nothing older is kept" />;
  return (
    <EmptyState icon={Bell} title="No notices">
      <p>
        Notices appear here when a token expires, is used from a new address, or is revoked or rotated by someone else.
      </p>
    </EmptyState>
  );
}

const LOOKS: Record<NoticeTone, { icon: LucideIcon; look: string }> = {
  bad: { icon: CircleAlert, look: "text-bad" },
  warn: { icon: TriangleAlert, look: "text-warn" },
  info: { icon: Info, look: "text-quiet" },
};

/** `viewerId`: tokens of other members are shown with their owner. */
type NoticeRowProps = { notice: Notice; viewerId: string; now: Date };

function NoticeRow({ notice, viewerId, now }: NoticeRowProps) {
  const { id, token, at, isRead } = notice;
  const { tone, happened, advice } = describeNotice(notice, readerZone());
  const { icon: Icon, look } = LOOKS[tone];
  const name = token === null ? "Your second factor" : token.name;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-t px-edge py-3 first:border-t-0">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p>
          <Link
            href={hrefOf(notice)}
            prefetch={false}
            className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
          >
            <bdi>{name}</bdi>
          </Link>{" "}
          {token !== null && token.owner.id !== viewerId && (
            <span className="text-quiet">
              of <bdi>{token.owner.name}</bdi>{" "}
            </span>
          )}
          {happened}.
        </p>
        <p className="text-quiet text-sm">{advice}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <RelativeTime at={new Date(at)} now={now} className="text-quiet" />
        {!isRead && (
          <>
            <Badge tone="accent" icon={CircleDot} text="New" />
            <form action={markNoticesRead}>
              <input type="hidden" name="notice" value={id} />
              <input type="hidden" name="until" value={at} />
              <Button type="submit" look="quiet" size="small" aria-label={`Mark as read: ${name}`}>
                Mark as read
              </Button>
            </form>
          </>
        )}
      </div>
    </li>
  );
}
