/** The frame of every page of a member: a skip link, the side bar, and the page. */
import { ArrowLeftRight, Bell, ChevronsUpDown, KeyRound, LogOut, MenuIcon, Search, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { readerZone } from "@/lib/session/reader-zone";
import { pageMemberOf, type SignedIn } from "@/lib/session/visitor";
import type { Theme } from "../theme/theme";
import { ThemeSwitch } from "../theme/theme-switch";
import { Button, buttonClass, LinkButton } from "../ui/controls/button";
import { Brand } from "./brand";
import { type DestinationGroup, destinationsOf, portalEntries } from "./destinations";
import { NavLink } from "./nav-link";
import { NavigationProgress } from "./navigation-progress";
import { PaletteButton } from "./palette/palette-button";
import { Times } from "./times";
import { UnreadMark, UnreadProvider } from "./unread";

type ShellProps = {
  signedIn: SignedIn;
  /** The member manages a service account. Not needed for administrators. */
  keeper: boolean;
  unread: number;
  theme: Theme;
  onSignOut: () => Promise<void>;
  children: ReactNode;
};

export function Shell({ signedIn, keeper, unread, theme, onSignOut, children }: ShellProps) {
  const { admin } = signedIn.member;
  const page = pageMemberOf(signedIn);
  return (
    <UnreadProvider page={page} counted={{ unread }}>
      <a
        href="#content"
        className="sr-only rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
      >
        Skip to the page
      </a>
      <NavigationProgress />
      <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <SideBar>
          <PaletteButton
            page={page}
            portal={portalEntries({ admin, keeper })}
            listPath={admin ? "/admin/tokens" : "/tokens"}
            className="flex min-h-9 w-full items-center gap-2.5 rounded-control border border-rim bg-canvas px-2.5 text-quiet text-sm hover:text-ink"
            keys={<kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>}
          >
            <Search aria-hidden className="size-4 shrink-0" />
            Find
          </PaletteButton>
          <MainNav groups={destinationsOf({ admin, keeper })} />
          <div className="mt-auto grid grid-cols-1 gap-2">
            <NavLink href="/notices">
              <Bell aria-hidden className="size-4 shrink-0" />
              Notices
              <UnreadMark />
            </NavLink>
            <button
              type="button"
              popoverTarget="account-menu"
              className={buttonClass("quiet", "small", "max-w-full w-full justify-start text-left")}
            >
              <AccountFace signedIn={signedIn} />
            </button>
            <div id="account-menu" popover="auto" className="menu">
              <Account signedIn={signedIn} theme={theme} onSignOut={onSignOut} />
            </div>
          </div>
        </SideBar>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-(--page-width) px-edge pt-6 pb-16 lg:px-(--page-gutter) lg:pt-8"
        >
          {children}
        </main>
      </div>
    </UnreadProvider>
  );
}

function AccountFace({ signedIn: { member, organization } }: { signedIn: SignedIn }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="sr-only">Account: </span>
        <span className="block truncate">{organization.name}</span>
        <span className="block truncate font-normal text-quiet text-xs">{member.name}</span>
      </span>
      <ChevronsUpDown aria-hidden className="text-quiet" />
    </>
  );
}

type AccountProps = { signedIn: SignedIn; theme: Theme; onSignOut: () => Promise<void> };

function Account({ signedIn: { member, organization, memberships }, theme, onSignOut }: AccountProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="[overflow-wrap:anywhere]">
        <p className="font-medium">{member.name}</p>
        <p className="text-quiet text-sm">{member.email}</p>
        <p className="mt-2 text-sm">
          <span className="sr-only">Organization: </span>
          {organization.name}
          {member.admin && <span className="text-quiet"> · administrator</span>}
        </p>
      </div>
      {memberships.length > 1 && (
        <LinkButton icon={ArrowLeftRight} href="/organization" size="small">
          Switch organization
        </LinkButton>
      )}
      <LinkButton icon={KeyRound} href="/password" size="small">
        Change password
      </LinkButton>
      <LinkButton icon={ShieldCheck} href="/second-factor" size="small">
        Second factor
      </LinkButton>
      <ThemeSwitch initial={theme} />
      <Times zone={readerZone()} />
      <form id="sign-out" action={onSignOut}>
        <Button icon={LogOut} type="submit" size="small" className="w-full">
          Sign out
        </Button>
      </form>
    </div>
  );
}

/** A constant: ids that React makes start over with each new page, while the frame stays. */
const SIDE_BAR = "side-bar";

/** Beside the page where there is room, otherwise a drawer: the same element, so that the page contains its links once. */
function SideBar({ children }: { children: ReactNode }) {
  const brand = <Brand href="/overview" />;
  return (
    <header className="border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:border-b max-lg:bg-surface max-lg:px-edge max-lg:py-2 print:hidden">
      <div className="lg:hidden">{brand}</div>
      <button type="button" popoverTarget={SIDE_BAR} className={buttonClass("quiet", "small", "lg:hidden")}>
        <MenuIcon aria-hidden />
        Menu
        <UnreadMark />
      </button>
      <div id={SIDE_BAR} popover="auto" className="side-bar">
        <div className="max-lg:hidden">{brand}</div>
        {children}
      </div>
    </header>
  );
}

/** The links of the side bar, in their groups. Their icons are drawn on the server, so no script contains them. */
function MainNav({ groups }: { groups: readonly DestinationGroup[] }) {
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
