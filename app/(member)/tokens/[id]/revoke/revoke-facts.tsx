/** What to know about a token before it is revoked. */
import { Notice } from "@/components/ui/notice";
import { FactRow } from "@/components/ui/text/fact";
import type { RevocableToken } from "./revocable-token";

export const WHAT_REVOKING_DOES = "Every request with it is refused immediately. This cannot be undone.";

export function RevokeFacts({ token: { hint, owner, lastUsed, otherHint } }: { token: RevocableToken }) {
  return (
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
  );
}
