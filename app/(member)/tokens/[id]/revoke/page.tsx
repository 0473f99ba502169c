/** The confirm page for revoking a token. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";
import { TextField } from "@/components/ui/controls/field";
import { hasEnded } from "@/lib/tokens/status";
import { revokeByForm } from "../actions";
import { openToken, type TokenParams } from "../open-token";
import { toRevocable } from "./revocable-token";
import { RevokeFacts, WHAT_REVOKING_DOES } from "./revoke-facts";
import { proofOfName } from "./typed-proof";

export const metadata: Metadata = { title: "Revoke token" };

export default async function RevokePage({ params }: TokenParams) {
  const { detail, now, page } = await openToken(params);
  const token = toRevocable(detail, now);
  const href = `/tokens/${token.id}`;
  if (hasEnded(detail.token.state)) redirect(href);
  return (
    <AskingPage
      title={
        <>
          Revoke “<bdi>{token.name}</bdi>”?
        </>
      }
      description={WHAT_REVOKING_DOES}
      back={{ href, label: token.name }}
    >
      <RevokeFacts token={token} />
      <AskedForm page={page} action={revokeByForm} confirmLabel="Revoke token" cancelHref={href}>
        <input type="hidden" name="token" value={token.id} />
        {token.isRecentlyUsed && (
          <TextField label={proofOfName(token.name).label} name="name" autoComplete="off" spellCheck={false} />
        )}
      </AskedForm>
    </AskingPage>
  );
}
