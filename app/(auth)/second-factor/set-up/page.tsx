/** Setting up a second factor: also where somebody is led whose organisation asks for one, and who can do nothing else until then. */
import type { Metadata } from "next";
import { QrCode } from "@/components/second-factor/qr-code";
import { SetUpForm } from "@/components/second-factor/set-up-form";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { beginEnrolment, secondFactorOf } from "@/lib/session/second-factor/enrolment";
import { mustHaveSecondFactor } from "@/lib/session/second-factor/requirement";
import { pageMemberOf, requireEnroller } from "@/lib/session/visitor";

import { signOutHere } from "../../../(member)/actions";

export const metadata: Metadata = { title: "Set up a second factor" };

type SetUpPageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SetUpPage({ searchParams }: SetUpPageProps) {
  const signedIn = await requireEnroller();
  const { next } = await searchParams;
  const after = next === undefined ? "/second-factor" : ownPath(next);
  const { isOn } = await secondFactorOf(signedIn);
  const isAsked = !isOn && (await mustHaveSecondFactor(signedIn.member));
  const { sealed, uri, toType } = beginEnrolment(signedIn);
  return (
    <>
      <PageHeader
        title="Set up a second factor"
        description="After your password you type a code that your phone shows. Who only has the password does not get in."
      />
      {isAsked && (
        <Notice className="mb-4">
          {signedIn.organization.name} asks for it. You can go on as soon as it is set up.
        </Notice>
      )}
      <Card>
        <SetUpForm
          page={pageMemberOf(signedIn)}
          sealed={sealed}
          toType={toType}
          picture={<QrCode text={uri} label="QR code with your secret, for an authenticator app" />}
          isOn={isOn}
          after={after}
        />
      </Card>
      <div className="mt-4 flex flex-wrap gap-2">
        {isAsked ? (
          <>
            {signedIn.memberships.length > 1 && (
              <LinkButton href="/organization" look="quiet" size="small">
                Another organisation
              </LinkButton>
            )}
            <form action={signOutHere}>
              <Button type="submit" look="quiet" size="small">
                Sign out
              </Button>
            </form>
          </>
        ) : (
          <LinkButton href="/second-factor" look="quiet" size="small">
            Not now
          </LinkButton>
        )}
      </div>
    </>
  );
}
