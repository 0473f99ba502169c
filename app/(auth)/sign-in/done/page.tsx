import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";

export const metadata = { title: "You are signed in" };

/** The end of a sign-in in a second tab, for a half-filled form in the first. */
export default function SignedInPage() {
  return (
    <>
      <PageHeader
        title="You are signed in"
        description="Close this tab and go on in the one you came from: press “Try again” there."
      />
      <LinkButton href="/tokens">Or go to your tokens</LinkButton>
    </>
  );
}
