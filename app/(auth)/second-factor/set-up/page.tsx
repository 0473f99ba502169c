/** Sets up a second factor. Members who must have one are sent here, and can do nothing else until it is done. */
import { encode } from "uqr";
import { SetUpForm } from "@/components/second-factor/set-up-form";
import { Card } from "@/components/ui/card";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { beginEnrolment, secondFactorOf } from "@/lib/session/second-factor/enrolment";
import { mustHaveSecondFactor } from "@/lib/session/second-factor/requirement";
import { pageMemberOf, requireEnroller, type SignedIn } from "@/lib/session/visitor";
import { signOutHere } from "../../../(member)/actions";

export const metadata = { title: "Set up a second factor" };

export default async function SetUpPage({ searchParams }: PageProps<"/second-factor/set-up">) {
  const signedIn = await requireEnroller();
  const { next } = await searchParams;
  const after = next === undefined ? "/second-factor" : ownPath(next);
  const { isOn } = await secondFactorOf(signedIn);
  const isAsked = !isOn && (await mustHaveSecondFactor(signedIn.member));
  const { sealed, uri, toType } = beginEnrolment(signedIn);
  return (
    <>
      <PageHeader title="Set up a second factor" description="After your password, you enter a code from your phone." />
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
      {!isOn && <WaysOut signedIn={signedIn} isAsked={isAsked} />}
    </>
  );
}

/** If a second factor is required, the only ways out are another organization and signing out. */
function WaysOut({ signedIn, isAsked }: { signedIn: SignedIn; isAsked: boolean }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {!isAsked && (
        <LinkButton href="/second-factor" look="quiet" size="small">
          Not now
        </LinkButton>
      )}
      {isAsked && signedIn.memberships.length > 1 && (
        <LinkButton href="/organization" look="quiet" size="small">
          Another organization
        </LinkButton>
      )}
      {isAsked && (
        <form action={signOutHere}>
          <Button type="submit" look="quiet" size="small">
            Sign out
          </Button>
        </form>
      )}
    </div>
  );
}

/** The quiet zone around the code, in modules, as the standard requires. */
const MARGIN = 4;

/** A text as a QR code, drawn on the server: dark on light in every theme, because not every camera can read it otherwise. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "L", border: MARGIN });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-52 max-w-full rounded-control bg-white [forced-color-adjust:none]"
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** Runs of dark modules, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
}

function runsOf(row: readonly boolean[]): [x: number, length: number][] {
  const modules = row.map(Number).join("");
  return [...modules.matchAll(/1+/g)].map((run) => [run.index, run[0].length]);
}
