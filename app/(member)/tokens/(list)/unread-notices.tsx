/** Above the list: the newest notices that the member has not read. Nothing where there are none. */
import Link from "next/link";
import type { Member } from "@/lib/model";
import { listUnread } from "@/lib/notices/list";
import { NoticeRow } from "../../notices/notice-row";

/** More than these are on the page of notices, to which the last line leads. */
const SHOWN = 3;

export async function UnreadNotices({ member, now }: { member: Member; now: Date }) {
  const notices = await listUnread(member, SHOWN + 1);
  if (notices.length === 0) return null;
  return (
    <section aria-label="Unread notices" className="mb-6 rounded-card border border-line bg-surface shadow-card">
      <ul>
        {notices.slice(0, SHOWN).map((notice) => (
          <NoticeRow key={notice.id} notice={notice} viewerId={member.id} now={now} />
        ))}
      </ul>
      {notices.length > SHOWN && (
        <Link
          href="/notices"
          prefetch={false}
          className="block border-line border-t px-edge py-2 text-accent text-sm hover:underline"
        >
          Show all notices
        </Link>
      )}
    </section>
  );
}
