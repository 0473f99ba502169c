import { ArrowRight } from "lucide-react";
import { redirect } from "next/navigation";
import { Button } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { ownPath } from "@/lib/session/gate/page-paths";
import { findVisitor } from "@/lib/session/visitor";
import { chooseOrganization } from "../actions";

export const metadata = { title: "Choose an organization" };

export default async function OrganizationPage({ searchParams }: PageProps<"/organization">) {
  const next = ownPath((await searchParams).next);
  const visitor = await findVisitor();
  if (visitor.kind === "signed-out") redirect("/sign-in?next=/organization");
  return (
    <>
      <PageHeader title="Choose an organization" description="You are a member of these. You can switch at any time." />
      <form action={chooseOrganization} className="flex flex-col gap-3">
        <input type="hidden" name="next" value={next} />
        {visitor.memberships.map(({ memberId, organizationName }) => (
          <Button key={memberId} type="submit" name="member" value={memberId} className="w-full">
            <span className="min-w-0 flex-1 text-left">{organizationName}</span>
            <ArrowRight aria-hidden />
          </Button>
        ))}
      </form>
    </>
  );
}
