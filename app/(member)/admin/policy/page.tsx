import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { listExceeding } from "@/lib/tokens/read/exceeding";
import { PolicyForm } from "./policy-form";

export const metadata = { title: "Token policy" };

export default async function PolicyPage() {
  const { organization, member, address } = await requireAdministrator();
  const { tokenPolicy } = await loadCurrentConfiguration(organization.id);
  const now = new Date();
  return (
    <>
      <PageHeader title="Token policy" description={`Rules that every token in ${organization.name} has to follow.`} />
      <PolicyForm
        policy={tokenPolicy}
        page={pageMemberOf({ member, organization })}
        key={member.id}
        exceeding={await listExceeding(organization.id, tokenPolicy, now)}
        address={address}
        now={now}
      />
    </>
  );
}
