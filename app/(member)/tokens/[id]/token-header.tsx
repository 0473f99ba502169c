/** The header of a token's page: its name, its state, and the actions that the viewer can take. */
import { Copy, OctagonX, Pencil, RefreshCw } from "lucide-react";
import { StatusBadge } from "@/components/tokens/status-badge";
import { Button, LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { hasEnded, isRotatable } from "@/lib/tokens/status";
import { revocationOf } from "./revoke/revocation";
import { StopButton } from "./revoke/stop-button";

type TokenHeaderProps = { detail: TokenDetail; isOwn: boolean; isManaged: boolean; now: Date; page: PageMember };

const OWN_LIST = { href: "/tokens", label: "Tokens" };
const LIST_OF_ALL = { href: "/admin/tokens", label: "All tokens" };

export function TokenHeader({ detail, isOwn, isManaged, now, page }: TokenHeaderProps) {
  const { id, name, purpose, hint, status, state } = detail.token;
  return (
    <PageHeader
      title={<bdi>{name}</bdi>}
      badges={<StatusBadge status={status} />}
      back={isManaged ? listOf(detail) : LIST_OF_ALL}
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
          {isManaged && state === "active" && <ManagerActions detail={detail} />}
          {isOwn && (
            <LinkButton href={`/tokens/new?from=${id}`}>
              <Copy aria-hidden />
              Clone
            </LinkButton>
          )}
          {!hasEnded(state) && (
            <StopButton tokenId={id} href={`/tokens/${id}/revoke`} page={page} confirmation={revocationOf(detail, now)}>
              <Button type="submit" look="risky">
                <OctagonX aria-hidden />
                Revoke
              </Button>
            </StopButton>
          )}
        </>
      }
    />
  );
}

/** The list of the viewer's own tokens, or of the service account that they manage. */
function listOf({ owner, viewer }: TokenDetail) {
  return owner.id === viewer.id ? OWN_LIST : { href: `/accounts/${owner.id}`, label: owner.name };
}

function ManagerActions({ detail: { token } }: { detail: TokenDetail }) {
  return (
    <>
      <LinkButton href={`/tokens/${token.id}/edit`}>
        <Pencil aria-hidden />
        Edit
      </LinkButton>
      {isRotatable(token) && (
        <LinkButton href={`/tokens/${token.id}/rotate`}>
          <RefreshCw aria-hidden />
          Rotate
        </LinkButton>
      )}
    </>
  );
}
