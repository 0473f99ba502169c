/** Asks before a token is revoked, on a page of its own: it works without scripts, and before they have come. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { hasEnded } from "@/lib/tokens/status";
import { openToken, type TokenParams } from "../open-token";
import { toRevocable } from "./revocable-token";
import { RevokeFacts, WHAT_REVOKING_DOES } from "./revoke-facts";
import { RevokeForm } from "./revoke-form";

export const metadata: Metadata = { title: "Revoke token" };

export default async function RevokePage({ params }: TokenParams) {
  const { detail, now } = await openToken(params);
  const token = toRevocable(detail, now);
  if (hasEnded(detail.token.state)) redirect(`/tokens/${token.id}`);
  return (
    <>
      <PageHeader
        title={
          <>
            Revoke “<bdi>{token.name}</bdi>”?
          </>
        }
        back={{ href: `/tokens/${token.id}`, label: token.name }}
        description={WHAT_REVOKING_DOES}
      />
      <div className="max-w-xl">
        <Card>
          <div className="grid grid-cols-1 gap-4">
            <RevokeFacts token={token} />
            <RevokeForm token={token} />
          </div>
        </Card>
      </div>
    </>
  );
}
