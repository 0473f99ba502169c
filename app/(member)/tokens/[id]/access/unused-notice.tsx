/** Proposes to take away what a token has not used for a month. Nothing happens before its owner has confirmed it. */
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { UNUSED_AFTER_DAYS, type UnusedRight } from "@/lib/explanation/unused-permissions";
import { narrowingHref, unusedInWords } from "./unused-words";

export function UnusedNotice({ tokenId, unused }: { tokenId: string; unused: UnusedRight[] }) {
  if (unused.length === 0) return null;
  return (
    <Notice className="mt-3" title={`Not used for ${UNUSED_AFTER_DAYS} days: ${unusedInWords(unused)}`}>
      A token that can do less harms less when it leaks.{" "}
      <Link href={narrowingHref(tokenId, unused)} className="inline-block min-h-6 text-accent underline">
        Take it away
      </Link>
    </Notice>
  );
}
