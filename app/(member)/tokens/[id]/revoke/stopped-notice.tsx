/** Why a token's requests are refused now, where it no longer works; for a revoked one, that nothing was accepted since. */
import { Notice } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time/relative-time";
import type { ListedToken } from "@/lib/tokens/read/list";

export function StoppedNotice({ token, accepted }: { token: ListedToken; accepted: number }) {
  if (token.revoked !== null) {
    return (
      <Notice tone={accepted === 0 ? "info" : "bad"} title={`Stopped at ${exactTime(token.revoked)}`}>
        Revoked by {token.revokedBy ?? "an administrator"}. {accepted === 1 ? "1 request" : `${accepted} requests`}{" "}
        accepted since.
      </Notice>
    );
  }
  if (token.state === "expired" && token.expires !== null) {
    return (
      <Notice title={`Expired at ${exactTime(token.expires)}`}>Its requests are answered 401 TOKEN_EXPIRED.</Notice>
    );
  }
  if (token.state === "owner inactive") {
    return (
      <Notice tone="warn" title="Its owner is not active">
        Its requests are answered 401 OWNER_INACTIVE until {token.owner.name} is active again.
      </Notice>
    );
  }
  return null;
}
