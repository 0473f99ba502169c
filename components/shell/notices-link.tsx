/** The way to the notices, with how many of them are unread. */
import { Bell } from "lucide-react";
import { NavLink } from "./nav-link";

export function NoticesLink({ unread }: { unread: number }) {
  return (
    <NavLink href="/notices">
      <Bell aria-hidden className="size-4 shrink-0" />
      Notices
      <UnreadMark unread={unread} />
    </NavLink>
  );
}

/** Nothing where there are none. */
export function UnreadMark({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 font-medium text-accent-ink text-xs leading-5">
      {unread > 99 ? "99+" : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
