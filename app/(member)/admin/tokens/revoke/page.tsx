/** The confirm page for revoking the tokens selected in the list of all. */
import type { Metadata } from "next";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import type { Parameters } from "@/lib/session/page-address";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { loadChosen } from "./load-chosen";
import { severalRevocationOf } from "./several-revocation";

export const metadata: Metadata = { title: "Revoke tokens" };

const BACK = { href: "/admin/tokens", label: "All tokens" };

export default async function RevokeSeveralPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const signedIn = await requireAdministrator();
  const ids = [(await searchParams).token ?? []].flat();
  const now = new Date();
  const tokens = await loadChosen(ids, signedIn.member, now);
  if (tokens.length === 0) {
    return (
      <>
        <PageHeader title="Revoke tokens" description="No tokens are selected, or they have ended." back={BACK} />
        <LinkButton href={BACK.href}>Select tokens</LinkButton>
      </>
    );
  }
  return <ConfirmPage {...severalRevocationOf(tokens, now)} page={pageMemberOf(signedIn)} back={BACK} />;
}
