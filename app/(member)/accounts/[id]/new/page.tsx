/** Creates a token of a service account, for those who keep it: the form of one's own tokens, with what the account can do. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { publicOrigin } from "@/lib/http/origin";
import { env } from "@/lib/process/env";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { listLiveTokens } from "@/lib/store/tokens/standing";
import { OF_AN_ACCOUNT } from "@/lib/tokens/owner-words";
import { describePermissions } from "@/lib/tokens/permissions";
import { ofNewTokens } from "@/lib/tokens/policy";
import { ownTokens } from "@/lib/tokens/read/visible-token";
import { firstDraft } from "../../../tokens/new/draft";
import { usualExpiry } from "../../../tokens/new/expiry-options";
import { NewTokenForm } from "../../../tokens/new/new-token-form";
import { loadAccount } from "../load-account";

export const metadata: Metadata = { title: "New token of a service account" };

export default async function NewAccountTokenPage({ params }: { params: Promise<{ id: string }> }) {
  const signedIn = await requireMember();
  const account = await loadAccount((await params).id, signedIn.member);
  if (account === null || !account.active) notFound();
  const { tokenPolicy } = await loadCurrentConfiguration(account.organizationId);
  const [policy, now] = [ofNewTokens(tokenPolicy), new Date()];
  const permissions = await describePermissions(account, OF_AN_ACCOUNT);
  const href = `/accounts/${account.id}`;
  return (
    <>
      <PageHeader
        title={
          <>
            New token of <bdi>{account.name}</bdi>
          </>
        }
        description="It acts as this service account, with the roles of the account. It is shown once, when it is created."
        back={{ href, label: account.name }}
      />
      <NewTokenForm
        key={account.id}
        page={pageMemberOf(signedIn)}
        begun={firstDraft(permissions, usualExpiry(policy, now))}
        permissions={permissions}
        policy={policy}
        now={now}
        names={(await listLiveTokens(ownTokens(account), now)).map(({ name }) => name)}
        origin={publicOrigin()}
        requestsPerMinute={env().RATE_LIMIT_REQUESTS_PER_MINUTE}
        account={{ id: account.id, href }}
      />
    </>
  );
}
