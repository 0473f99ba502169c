import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { LinkForm } from "./link-form";

export const metadata = { title: "Sign in with a link" };

/** Opening the page does not use up the link: only the browser sees the secret in its fragment, and the button sends it. */
export default async function LinkPage({ searchParams }: PageProps<"/sign-in/link">) {
  const { next } = await searchParams;
  const description =
    next === undefined ? "The link works once. You can choose a password next." : "The link works once.";
  return (
    <>
      <PageHeader title="Sign in with your link" description={description} />
      <Card>
        <LinkForm kind="sign-in" next={next === undefined ? "" : ownPath(next)} />
      </Card>
    </>
  );
}
