/** Why a token that no longer works refuses requests; for a revoked one, how many were accepted since. */
import { Notice } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time/relative-time";
import { readerZone } from "@/lib/session/reader-zone";
import type { ListedToken } from "@/lib/tokens/read/list";

export function StoppedNotice({ token, accepted }: { token: ListedToken; accepted: number }) {
  if (token.revoked !== null) {
    return (
      <Notice tone={accepted === 0 ? "info" : "bad"} title={`Stopped at ${exactTime(token.revoked, readerZone())}`}>
        Revoked by {token.revokedBy ?? "an administrator"}. {accepted === 1 ? "1 request" : `${accepted} requests`}{" "}
        accepted since.
      </Notice>
    );
  }
  if (token.state === "expired" && token.expires !== null) {
    const title = `Expired at ${exactTime(token.expires, readerZone())}`;
    return <Notice title={title}>Requests with it get 401 TOKEN_EXPIRED.</Notice>;
  }
  if (token.state === "owner inactive") {
    return (
      <Notice tone="warn" title="The owner is inactive">
        Requests get 401 OWNER_INACTIVE until {token.owner.name} is active again.
      </Notice>
    );
  }
  return null;
}
