/**
 * One notice: its token or second factor, what happened, when, and whether it has been read. Names come from users and are
 * rendered as text.
 */
import { CircleAlert, CircleDot, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/controls/button";
import { Badge } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/time/time";
import type { Notice } from "@/lib/notices/list";
import { readerZone } from "@/lib/session/reader-zone";
import { markNoticesRead } from "./actions";
import { describeNotice, hrefOf, type NoticeTone } from "./notice-words";

const LOOKS: Record<NoticeTone, { icon: LucideIcon; look: string }> = {
  bad: { icon: CircleAlert, look: "text-bad" },
  warn: { icon: TriangleAlert, look: "text-warn" },
  info: { icon: Info, look: "text-quiet" },
};

/** `viewerId`: tokens of other members are shown with their owner. */
type NoticeRowProps = { notice: Notice; viewerId: string; now: Date };

export function NoticeRow({ notice, viewerId, now }: NoticeRowProps) {
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
            <Badge tone="accent" icon={CircleDot}>
              New
            </Badge>
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
