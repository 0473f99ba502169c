/** The confirm page for revoking the tokens selected in the list of all. */
import type { Metadata } from "next";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";

import { LinkButton } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import type { Parameters } from "@/lib/session/page-address";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { typedProofFor } from "../../../tokens/[id]/revoke/typed-proof";
import { revokeSeveralByForm } from "../actions";
import { tokensInWords } from "../outcome-words";
import { loadChosen } from "./load-chosen";
import { TokensToRevoke, whatRevokingSeveralDoes } from "./tokens-to-revoke";

export const metadata: Metadata = { title: "Revoke tokens" };

const BACK = { href: "/admin/tokens", label: "All tokens" };

export default async function RevokeSeveralPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const signedIn = await requireAdministrator();
  const asked = [(await searchParams).token ?? []].flat();
  const now = new Date();
  const tokens = await loadChosen(asked, signedIn.member, now);
  if (tokens.length === 0) {
    return (
      <AskingPage title="Revoke tokens" description="No tokens are selected, or they have ended." back={BACK}>
        <div>
          <LinkButton href={BACK.href}>Select tokens</LinkButton>
        </div>
      </AskingPage>
    );
  }
  const proof = typedProofFor(tokens, now);
  const what = tokensInWords(tokens.length);
  return (
    <AskingPage title={`Revoke ${what}?`} description={whatRevokingSeveralDoes(tokens.length)} back={BACK}>
      <TokensToRevoke tokens={tokens} now={now} />
      <AskedForm
        page={pageMemberOf(signedIn)}
        action={revokeSeveralByForm}
        confirmLabel={`Revoke ${what}`}
        cancelHref={BACK.href}
      >
        {tokens.map(({ id }) => (
          <input key={id} type="hidden" name="token" value={id} />
        ))}
        {proof && <TextField label={proof.label} name="typed" autoComplete="off" spellCheck={false} />}
      </AskedForm>
    </AskingPage>
  );
}
