/**
 * A member of the pages as a caller of the API, with all of their own permissions or with those of one of their tokens. The token
 * is selected by id, without its secret. Other members' tokens are never accepted, not even for administrators.
 */
import { compileAccess } from "../../access/compile";
import { isLimited } from "../../access/token-limits";
import type { Caller } from "../../authentication/authenticate";
import { loadCurrentConfiguration } from "../../configuration/load";
import { type Member, NO_LIMITS } from "../../model";
import type { ListedToken } from "../../tokens/read/list";
import { findVisibleToken, isOwn } from "../../tokens/read/visibility";

/** The token whose permissions apply; null means the member's own permissions. */
export type MemberCaller = Caller & { of: ListedToken | null };

/** `tokenId` null means the member itself. Returns null if the token is not a live token of this member. */
export async function findMemberCaller(member: Member, tokenId: string | null): Promise<MemberCaller | null> {
  const token = tokenId === null ? null : await findLiveToken(member, tokenId);
  if (tokenId !== null && token === null) return null;
  const configuration = await loadCurrentConfiguration(member.organizationId);
  const { id, name, scopes, limits } = token ?? { ...member, scopes: null, limits: NO_LIMITS };
  const { organizationId, id: memberId, email, roleKeys } = member;
  const admitted = { roleKeys, configurationVersion: configuration.version };
  return {
    of: token,
    configuration,
    member,
    token: { id, rootId: id, name, scopes, limits, endsAt: null },
    access: compileAccess(configuration, member, scopes, limits),
    // Everything that the access is compiled from: parts of OpenAPI documents are cached by it.
    accessKey: JSON.stringify([organizationId, configuration.version, memberId, email, roleKeys, scopes, limits]),
    // Reads by the pages are always checked.
    asOf: Number.NEGATIVE_INFINITY,
    pausedEntities: null,
    admission:
      token === null
        ? { ...admitted, memberId }
        : {
            ...admitted,
            tokenId: id,
            scopes: scopes === null ? null : JSON.stringify(scopes),
            limits: isLimited(limits) ? JSON.stringify(limits) : null,
          },
  };
}

async function findLiveToken(member: Member, tokenId: string): Promise<ListedToken | null> {
  const visible = await findVisibleToken(tokenId, member);
  return visible !== null && isOwn(visible) && visible.token.state === "active" ? visible.token : null;
}
