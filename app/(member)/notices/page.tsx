/** Notices to a member about their tokens, newest first. */
import { Bell, CheckCheck } from "lucide-react";
import type { Metadata } from "next";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { LogPageLinks } from "@/components/ui/page-links";
import { NOTICE_DAYS } from "@/lib/limits";
import { listNotices, type Notice } from "@/lib/notices/list";
import { addressOf, CURSOR, type ListAddress, type Parameters, readAddress } from "@/lib/session/page-address";
import { requireMember } from "@/lib/session/visitor";
import { markNoticesRead } from "./actions";
import { NoticeRow } from "./notice-row";

const NOTICES = { path: "/notices", place: { cursor: ["cursor", CURSOR] } } satisfies ListAddress;

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage({ searchParams }: { searchParams: Promise<Parameters> }) {
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
      <LogPageLinks
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
      <Button type="submit">
        <CheckCheck aria-hidden />
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
        Notices appear here when a token expires, is used from a new address, is revoked or rotated by someone else, or
        is found in public.
      </p>
    </EmptyState>
  );
}
