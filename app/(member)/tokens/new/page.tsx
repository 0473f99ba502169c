/** Creates a token of the member who is signed in. Everything that its form needs comes with the page. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { env } from "@/lib/env";
import { publicOrigin } from "@/lib/http/origin";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { listTokens } from "@/lib/tokens/list";
import { describePermissions } from "@/lib/tokens/permissions";
import { isWorking } from "@/lib/tokens/status";
import { ownTokens } from "@/lib/tokens/visible-token";
import { NewTokenForm } from "./new-token-form";

export const metadata: Metadata = { title: "New token" };

export default async function NewTokenPage() {
  const { member, organization } = await requireMember();
  const { tokenPolicy } = await loadCurrentConfiguration(member.organizationId);
  const permissions = await describePermissions(member);
  const tokens = await listTokens(ownTokens(member));
  const { RATE_LIMIT_REQUESTS_PER_MINUTE } = env();
  return (
    <>
      <PageHeader
        title="New token"
        description="For a server that reads or writes records on your behalf. It is shown once, when it is created."
        back={{ href: "/tokens", label: "Tokens" }}
      />
      <NewTokenForm
        page={pageMemberOf({ member, organization })}
        key={member.id}
        permissions={permissions}
        policy={tokenPolicy}
        now={new Date()}
        names={tokens.filter(({ status }) => isWorking(status)).map(({ name }) => name)}
        origin={publicOrigin()}
        requestsPerMinute={RATE_LIMIT_REQUESTS_PER_MINUTE}
      />
    </>
  );
}
