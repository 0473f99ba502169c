/** The frame of every page of a member: a way past the header, the header, and room for the page. */
import { ArrowLeftRight, ChevronDown, KeyRound, LogOut, MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { SignedIn } from "@/lib/session/visitor";
import type { Theme } from "../theme/theme";
import { ThemeSwitch } from "../theme/theme-switch";
import { Button, LinkButton } from "../ui/controls/button";
import { Brand } from "./brand";
import { destinationsOf } from "./destinations";
import { MainNav } from "./main-nav";
import { Menu } from "./menu";

type ShellProps = { signedIn: SignedIn; theme: Theme; onSignOut: () => Promise<void>; children: ReactNode };

/** The header is wide or narrow by its width in letters, so that large text makes it narrow too. */
export function Shell({ signedIn, theme, onSignOut, children }: ShellProps) {
  const { member, organization } = signedIn;
  const destinations = destinationsOf(member);
  return (
    <>
      <SkipLink />
      <header className="@container border-line border-b bg-surface">
        <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2">
          <Brand href="/tokens" />
          <MainNav destinations={destinations} layout="row" className="hidden flex-1 @4xl:block" />
          <div className="ml-auto min-w-0">
            <Menu
              face={
                <>
                  <span className="hidden min-w-0 items-center gap-2 @4xl:flex">
                    <span className="sr-only">Account: </span>
                    <span className="max-w-48 truncate">{organization.name}</span>
                    <span className="max-w-48 truncate font-normal text-quiet">{member.name}</span>
                    <ChevronDown aria-hidden />
                  </span>
                  <span className="flex items-center gap-2 @4xl:hidden">
                    <MenuIcon aria-hidden />
                    Menu
                  </span>
                </>
              }
            >
              <MainNav
                destinations={destinations}
                layout="column"
                className="-mx-2 mb-4 border-line border-b pb-4 @4xl:hidden"
              />
              <Account signedIn={signedIn} theme={theme} onSignOut={onSignOut} />
            </Menu>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-(--page-width) px-4 pt-8 pb-16">
        {children}
      </main>
    </>
  );
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
    >
      Skip to the page
    </a>
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
          <span className="sr-only">Organisation: </span>
          {organization.name}
          {member.admin && <span className="text-quiet"> · administrator</span>}
        </p>
      </div>
      {memberships.length > 1 && (
        <LinkButton href="/organization" size="small">
          <ArrowLeftRight aria-hidden />
          Switch organisation
        </LinkButton>
      )}
      <LinkButton href="/password" size="small">
        <KeyRound aria-hidden />
        Change password
      </LinkButton>
      <ThemeSwitch initial={theme} />
      <form action={onSignOut}>
        <Button type="submit" size="small" className="w-full">
          <LogOut aria-hidden />
          Sign out
        </Button>
      </form>
    </div>
  );
}
