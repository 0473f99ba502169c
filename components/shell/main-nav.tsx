/** The links of the side bar, in their groups. Their icons are drawn on the server, so no script contains them. */
import {
  Activity,
  BookOpen,
  Bot,
  CircleHelp,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  ScrollText,
  ShieldCheck,
  Users,
  Waypoints,
  Webhook,
} from "lucide-react";
import type { DestinationGroup } from "./destinations";
import { NavLink } from "./nav-link";

const ICONS: Record<string, LucideIcon> = {
  "/overview": LayoutDashboard,
  "/tokens": KeyRound,
  "/webhooks": Webhook,
  "/requests": Activity,
  "/reference": BookOpen,
  "/explain": CircleHelp,
  "/connect": Plug,
  "/admin/tokens": KeySquare,
  "/admin/webhooks": Waypoints,
  "/admin/members": Users,
  "/accounts": Bot,
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
  const id = title ? `group-${title.toLowerCase()}` : undefined;
  return (
    <div>
      {title && (
        <p id={id} className="mb-1 px-2.5 font-medium text-quiet text-xs">
          {title}
        </p>
      )}
      <ul aria-labelledby={id} className="grid grid-cols-1 gap-px">
        {destinations.map(({ href, label }) => {
          const Icon = ICONS[href];
          return (
            <li key={href}>
              <NavLink href={href}>
                {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
                {label}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
