import { redirect } from "next/navigation";
import { Card } from "@/components/ui/card";
import { ErrorNotice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { providerName } from "@/lib/session/provider";
import { PROVIDER_FAILED } from "@/lib/session/sign-in-messages";
import { findVisitor } from "@/lib/session/visitor";
import { ProviderForm, SignInForm } from "./sign-in-form";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const query = await searchParams;
  const again = query.again !== undefined;
  const next = again ? "/sign-in/done" : ownPath(query.next);
  if (!again && (await findVisitor()).kind !== "signed-out") redirect(next);
  const provider = providerName();
  return (
    <>
      <PageHeader title={again ? "Sign in again" : "Sign in"} />
      <Card>
        <div className="flex flex-col gap-5">
          <ErrorNotice text={query.provider === "failed" ? PROVIDER_FAILED : null} />
          {provider !== null && <ProviderForm name={provider} next={next} mode={again ? "again" : "first"} />}
          <SignInForm next={next} />
        </div>
      </Card>
      <p className="mt-4 text-quiet text-sm">
        No password yet, or forgot it? Ask your administrator for a sign-in link.
      </p>
    </>
  );
}
