/** The links of the side bar, in their groups. Their icons are drawn on the server, so no script contains them. */
import type { DestinationGroup } from "./destinations";
import { NavLink } from "./nav-link";

export function MainNav({ groups }: { groups: readonly DestinationGroup[] }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-5">
      {groups.map(({ title, destinations }) => {
        const id = title ? `group-${title.toLowerCase()}` : undefined;
        return (
          <div key={title}>
            {title && (
              <p id={id} className="mb-1 px-2.5 font-medium text-quiet text-xs">
                {title}
              </p>
            )}
            <ul aria-labelledby={id} className="grid grid-cols-1 gap-px">
              {destinations.map(({ href, label, icon: Icon }) => (
                <li key={href}>
                  <NavLink href={href}>
                    <Icon aria-hidden className="size-4 shrink-0" />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
