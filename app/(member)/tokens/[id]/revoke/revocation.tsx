/** What is confirmed before a token is revoked: its name, and how much it is used. */
import type { Confirmation } from "@/components/confirm/confirmation";
import { Notice } from "@/components/ui/notice";
import { FactRow } from "@/components/ui/text/fact";
import { revokeAction } from "../actions";
import type { RevocableToken } from "./revocable-token";
import { proofOfName } from "./typed-proof";

export function revocationOf({
  id,
  name,
  hint,
  owner,
  lastUsed,
  isRecentlyUsed,
  otherHint,
}: RevocableToken): Confirmation<{ stopped: Date }> {
  return {
    title: (
      <>
        Revoke “<bdi>{name}</bdi>”?
      </>
    ),
    description: "Every request with it is refused immediately. This cannot be undone.",
    facts: (
      <>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <FactRow name="Token">
            <code className="[overflow-wrap:anywhere]">{hint}</code>
          </FactRow>
          <FactRow name="Owner">{owner}</FactRow>
          <FactRow name="Last used">{lastUsed}</FactRow>
        </dl>
        {otherHint && (
          <Notice>The other secret of the rotation, {otherHint}, keeps working. Revoke it separately.</Notice>
        )}
      </>
    ),
    proof: isRecentlyUsed ? proofOfName(name) : null,
    action: revokeAction,
    fields: { token: id },
    confirmLabel: "Revoke token",
  };
}
