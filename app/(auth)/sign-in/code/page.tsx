import { redirect } from "next/navigation";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { presentHalfSignIn, rememberedHalfSignIn } from "@/lib/session/second-factor/half-sign-in";
import { CodeForm } from "./code-form";

export const metadata = { title: "Enter your code" };

export default async function CodePage({ searchParams }: PageProps<"/sign-in/code">) {
  const next = ownPath((await searchParams).next);
  if ((await presentHalfSignIn(await rememberedHalfSignIn())) === null)
    redirect(`/sign-in?next=${encodeURIComponent(next)}`);
  return (
    <>
      <PageHeader title="Enter your code" description="You have a second factor. This is the last step." />
      <Card>
        <CodeForm next={next} />
      </Card>
      <p className="mt-4 text-quiet text-sm">
        Lost your phone and your recovery codes? An administrator can reset your second factor.
      </p>
    </>
  );
}
