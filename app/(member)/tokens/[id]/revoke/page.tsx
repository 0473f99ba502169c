import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { Notice } from "@/components/ui/notice";
import { FactRow } from "@/components/ui/text/fact";
import { withNames } from "@/components/ui/text/with-names";
import { relativeTime } from "@/components/ui/time/relative-time";
import { hasEnded } from "@/lib/tokens/status";
import { revokeAction } from "../actions";
import { openToken } from "../open-token";
import { otherWorkingHint } from "../rotation/load-pair";
import { isRecentlyUsed, proofOfName } from "./typed-proof";

export const metadata = { title: "Revoke token" };

export default async function RevokePage({ params }: PageProps<"/tokens/[id]/revoke">) {
  const { detail, now, page } = await openToken(params);
  const { id, name, hint, owner, state, lastUsed, lastUsedAddress } = detail.token;
  const href = `/tokens/${id}`;
  if (hasEnded(state)) redirect(href);
  const from = lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`;
  const otherHint = otherWorkingHint(detail);
  return (
    <Confirm
      title={withNames`Revoke “${name}”?`}
      description="Every request with it is refused immediately. This cannot be undone."
      facts={
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <FactRow name="Token">
              <code className="[overflow-wrap:anywhere]">{hint}</code>
            </FactRow>
            <FactRow name="Owner">{owner.name}</FactRow>
            <FactRow name="Last used">{lastUsed === null ? "Never" : `${relativeTime(lastUsed, now)}${from}`}</FactRow>
          </dl>
          {otherHint && (
            <Notice>The other secret of the rotation, {otherHint}, keeps working. Revoke it separately.</Notice>
          )}
        </>
      }
      proof={isRecentlyUsed(lastUsed, now) ? proofOfName(name) : null}
      action={revokeAction}
      fields={{ token: id }}
      confirmLabel="Revoke token"
      page={page}
      back={{ href, label: name }}
      stays
    />
  );
}
