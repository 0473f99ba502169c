import { CircleCheck, CircleSlash } from "lucide-react";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Badge } from "@/components/ui/text/badge";
import { providerName } from "@/lib/session/provider";
import { secondFactorOf } from "@/lib/session/second-factor/enrolment";
import { mustHaveSecondFactor } from "@/lib/session/second-factor/requirement";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { RecoveryForm, TurnOffForm } from "./second-factor-forms";

export const metadata = { title: "Second factor" };

export default async function SecondFactorPage() {
  const signedIn = await requireMember();
  const { isOn, recoveryCodes, hasPassword } = await secondFactorOf(signedIn);
  const page = pageMemberOf(signedIn);
  const provider = providerName();
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Second factor"
        description="A code of your phone that signing in asks for after the password. It is the same in all your organizations."
      />
      <div className="grid grid-cols-1 gap-6">
        <Card
          title="Authenticator app"
          description={
            isOn
              ? "Each sign-in asks for a code. Your tokens do not."
              : "Any app that shows codes of six digits will do."
          }
          actions={
            <Badge
              tone={isOn ? "good" : "neutral"}
              icon={isOn ? CircleCheck : CircleSlash}
              text={isOn ? "On" : "Off"}
            />
          }
        >
          {isOn ? (
            <p className="text-sm">{codesLeft(recoveryCodes)}</p>
          ) : (
            <LinkButton href="/second-factor/set-up" look="primary">
              Set up
            </LinkButton>
          )}
        </Card>
        {isOn && (
          <>
            <RecoveryForm page={page} />
            <TurnOffForm page={page} hasPassword={hasPassword} isAsked={await mustHaveSecondFactor(signedIn.member)} />
          </>
        )}
        {provider !== null && (
          <Notice>
            Who signs in through {provider} is asked for no code here: {provider} decides whether it asks for one.
          </Notice>
        )}
      </div>
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return "You have no recovery code left: create new ones.";
  return count === 1 ? "You have 1 recovery code left." : `You have ${count} recovery codes left.`;
}
