import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { withNames } from "@/components/ui/text/with-names";
import { whyNotReset } from "@/lib/members/members";
import { hasSecondFactor } from "@/lib/store/people/second-factors";
import { resetSecondFactor } from "../../actions";
import { openMember } from "../open-member";

export const metadata = { title: "Reset second factor" };

export default async function ResetSecondFactorPage({ params }: PageProps<"/admin/members/[id]/reset-second-factor">) {
  const { member, href, signedIn, confirmation } = await openMember(params);
  const { name, email, kind, invited } = member;
  if (kind !== "person" || invited !== null || !(await hasSecondFactor({ email }))) redirect(href);
  return (
    <Confirm
      title={withNames`Reset the second factor of ${name}?`}
      description={email}
      facts={
        <p>
          Make sure that the request comes from {name}. Until they set up a new one, their password alone is enough to
          sign in. They are signed out and notified.
        </p>
      }
      disabledReason={await whyNotReset(member, signedIn.member)}
      action={resetSecondFactor}
      confirmLabel="Reset second factor"
      {...confirmation}
      stays
    />
  );
}
