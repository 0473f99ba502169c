"use client";
/** The links of the side bar, the current one marked. */
import clsx from "clsx";
import {
  Activity,
  BookOpen,
  CircleHelp,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  Users,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { type Destination, type DestinationGroup, nearness } from "./destinations";

const ICONS: Record<string, LucideIcon> = {
  "/overview": LayoutDashboard,
  "/tokens": KeyRound,
  "/requests": Activity,
  "/reference": BookOpen,
  "/explain": CircleHelp,
  "/admin/tokens": KeySquare,
  "/admin/members": Users,
  "/admin/policy": ShieldCheck,
  "/admin/audit": ScrollText,
};

export function MainNav({ groups }: { groups: readonly DestinationGroup[] }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-5">
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </nav>
  );
}

function Group({ group: { title, destinations } }: { group: DestinationGroup }) {
  const id = useId();
  return (
    <div>
      {title && (
        <h2 id={id} className="mb-1 px-2.5 font-medium text-quiet text-xs">
          {title}
        </h2>
      )}
      <ul aria-labelledby={title ? id : undefined} className="grid grid-cols-1 gap-px">
        {destinations.map((destination) => (
          <li key={destination.href}>
            <NavLink destination={destination} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLink({ destination }: { destination: Destination }) {
  const current = nearness(usePathname(), destination);
  const Icon = ICONS[destination.href];
  return (
    <Link
      href={destination.href}
      aria-current={current}
      className={clsx(
        "flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-sm max-lg:min-h-10",
        current ? "bg-accent-soft font-medium text-accent" : "text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {destination.label}
    </Link>
  );
}
