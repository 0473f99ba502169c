import { Copy, OctagonX, Pencil, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { ActLink } from "@/components/confirm/act-link";
import { LiveRefresh } from "@/components/live/live-refresh";
import { StatusBadge } from "@/components/tokens/status-badge";
import { LinkButton } from "@/components/ui/controls/button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { exactTime } from "@/components/ui/time/relative-time";
import { acceptedSince } from "@/lib/call-log/calls-since";
import { readerZone } from "@/lib/session/reader-zone";
import type { ListedToken } from "@/lib/tokens/read/list";
import { hasEnded, isRotatable } from "@/lib/tokens/status";
import type { OpenedToken } from "./open-token";

const TABS = [
  { path: "", label: "Overview" },
  { path: "/requests", label: "Requests" },
  { path: "/access", label: "Access" },
  { path: "/history", label: "History" },
] as const;

/** Requests are admitted until the revocation is committed, a little after the moment stored in the row. */
const COMMIT_MS = 1000;

/** Requests are recorded with a delay of a second or two. */
const REFRESH_SECONDS = 5;

type TokenFrameProps = { opened: OpenedToken; current: (typeof TABS)[number]["path"]; children: ReactNode };

export async function TokenFrame({ opened, current, children }: TokenFrameProps) {
  const { detail } = opened;
  const { id, revoked } = detail.token;
  const accepted = revoked === null ? 0 : await acceptedSince(detail, new Date(revoked.getTime() + COMMIT_MS));
  const address = (path: string) => `/tokens/${id}${path}`;
  return (
    <>
      <TokenHeader opened={opened} />
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
    </>
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

function TokenHeader({ opened }: { opened: OpenedToken }) {
  const { detail, isOwn, isManaged } = opened;
  const { id, name, purpose, hint, status, state } = detail.token;
  return (
    <PageHeader
      title={<bdi>{name}</bdi>}
      badges={<StatusBadge status={status} />}
      back={listOf(opened)}
      description={
        <>
          <code className="text-[0.8125rem]">{hint}</code>
          {purpose && (
            <p className="mt-1 [overflow-wrap:anywhere]">
              <bdi>{purpose}</bdi>
            </p>
          )}
        </>
      }
      actions={
        <>
          {isManaged && state === "active" && (
            <LinkButton icon={Pencil} href={`/tokens/${id}/edit`}>
              Edit
            </LinkButton>
          )}
          {isManaged && isRotatable(detail.token) && (
            <LinkButton icon={RefreshCw} href={`/tokens/${id}/rotate`}>
              Rotate
            </LinkButton>
          )}
          {isOwn && (
            <LinkButton icon={Copy} href={`/tokens/new?from=${id}`}>
              Clone
            </LinkButton>
          )}
          {!hasEnded(state) && (
            <ActLink icon={OctagonX} href={`/tokens/${id}/revoke`}>
              Revoke
            </ActLink>
          )}
        </>
      }
    />
  );
}

function listOf({ detail: { owner, viewer }, isManaged }: OpenedToken) {
  if (!isManaged) return { href: "/admin/tokens", label: "All tokens" };
  if (owner.id === viewer.id) return { href: "/tokens", label: "Tokens" };
  return { href: `/accounts/${owner.id}`, label: owner.name };
}
