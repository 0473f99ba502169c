/** A line above the list: the number of unread notices, a link to them, and a button that dismisses them. */
import { Bell } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/controls/button";
import type { Member } from "@/lib/model";
import { countUnread, findNewestUnread, MOST_COUNTED } from "@/lib/notices/list";
import { markNoticesRead } from "../../notices/actions";

export async function UnreadNotices({ member }: { member: Member }) {
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
