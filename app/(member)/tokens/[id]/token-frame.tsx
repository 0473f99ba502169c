/** The parts shared by all tabs of a token's page: its header, the tabs, and a notice if it was stopped. */
import type { ReactNode } from "react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Notice } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time/relative-time";
import { acceptedSince } from "@/lib/call-log/calls-since";
import { readerZone } from "@/lib/session/reader-zone";
import type { ListedToken } from "@/lib/tokens/read/list";
import type { OpenedToken } from "./open-token";
import { surelyStopped } from "./revoke/recently-used";
import { StoppedProvider } from "./revoke/stopped-provider";
import { TokenHeader } from "./token-header";

const TABS = [
  { path: "", label: "Overview" },
  { path: "/requests", label: "Requests" },
  { path: "/access", label: "Access" },
  { path: "/history", label: "History" },
] as const;

/** Requests are recorded with a delay of a second or two. */
const REFRESH_SECONDS = 5;

type TokenFrameProps = { opened: OpenedToken; current: (typeof TABS)[number]["path"]; children: ReactNode };

export async function TokenFrame({ opened, current, children }: TokenFrameProps) {
  const { detail, isOwn, isManaged, now, page } = opened;
  const { id, revoked } = detail.token;
  const accepted = revoked === null ? 0 : await acceptedSince(detail, surelyStopped(revoked));
  const address = (path: string) => `/tokens/${id}${path}`;
  return (
    <StoppedProvider>
      <TokenHeader detail={detail} isOwn={isOwn} isManaged={isManaged} now={now} page={page} />
      <div className="grid grid-cols-1 gap-6">
        <LinkTabs
          label="Token"
          tabs={TABS.map(({ path, label }) => ({ href: address(path), label }))}
          current={address(current)}
        />
        <StoppedNotice token={detail.token} accepted={accepted} />
        {children}
      </div>
      <LiveRefresh seconds={REFRESH_SECONDS} />
    </StoppedProvider>
  );
}

/** Why a token that no longer works refuses requests; for a revoked one, how many were accepted since. */
function StoppedNotice({ token, accepted }: { token: ListedToken; accepted: number }) {
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
