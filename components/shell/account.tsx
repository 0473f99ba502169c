/** Who is signed in, for which organisation, and what they can change about that. */
import { ArrowLeftRight, KeyRound, LogOut } from "lucide-react";
import type { SignedIn } from "@/lib/session/visitor";
import type { Theme } from "../theme/theme";
import { ThemeSwitch } from "../theme/theme-switch";
import { Button, LinkButton } from "../ui/controls/button";

type AccountProps = { signedIn: SignedIn; theme: Theme; onSignOut: () => Promise<void> };

export function Account({ signedIn: { member, organization, memberships }, theme, onSignOut }: AccountProps) {
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
