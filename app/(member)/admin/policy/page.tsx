/** What the organisation asks of tokens, for administrators. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { listTokens } from "@/lib/tokens/list";
import { hasEnded } from "@/lib/tokens/status";
import { PolicyForm } from "./policy-form";

export const metadata: Metadata = { title: "Token policy" };

export default async function PolicyPage() {
  const { organization, member, address } = await requireAdministrator();
  const { tokenPolicy } = await loadCurrentConfiguration(organization.id);
  const now = new Date();
  const tokens = await listTokens({ organizationId: organization.id }, now);
  const active = tokens
    .filter(({ state }) => !hasEnded(state))
    .map(({ id, name, hint, owner, created, expires, purpose, lastUsed, replacedBy }) => ({
      id,
      name,
      hint,
      ownerId: owner.id,
      owner: owner.name,
      created,
      expires,
      purpose,
      lastUsed,
      replacedBy,
    }));
  return (
    <>
      <PageHeader title="Token policy" description={`What ${organization.name} asks of tokens.`} />
      <PolicyForm
        policy={tokenPolicy}
        page={pageMemberOf({ member, organization })}
        key={member.id}
        active={active}
        address={address}
        now={now}
      />
    </>
  );
}
