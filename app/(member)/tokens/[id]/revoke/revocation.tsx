import type { Confirmation } from "@/components/confirm/confirm-form";
import { Notice } from "@/components/ui/notice";
import { FactRow } from "@/components/ui/text/fact";
import { withNames } from "@/components/ui/text/with-names";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { revokeAction } from "../actions";
import { otherWorkingHint } from "../rotation/load-pair";
import { isRecentlyUsed } from "./recently-used";
import { proofOfName } from "./typed-proof";

export function revocationOf(detail: TokenDetail, now: Date): Confirmation<{ stopped: Date }> {
  const { id, name, hint, owner, lastUsed, lastUsedAddress } = detail.token;
  const from = lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`;
  const otherHint = otherWorkingHint(detail);
  return {
    title: withNames`Revoke “${name}”?`,
    description: "Every request with it is refused immediately. This cannot be undone.",
    facts: (
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
    ),
    proof: isRecentlyUsed(lastUsed, now) ? proofOfName(name) : null,
    action: revokeAction,
    fields: { token: id },
    confirmLabel: "Revoke token",
  };
}
