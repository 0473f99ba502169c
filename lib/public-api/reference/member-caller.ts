/**
 * A member of the pages as a caller of the API: with all that they can do, or with the permissions of one of their tokens. The
 * token is named by its id; its secret is not asked for, and nobody else's token will do, an administrator's neither.
 */
import { compileAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { loadCurrentConfiguration } from "../../configuration/load";
import { type Member, NO_LIMITS } from "../../model";
import { isLimited } from "../../tokens/limits";
import type { ListedToken } from "../../tokens/read/list";
import { findVisibleToken, isOwn } from "../../tokens/read/visible-token";

/** `token`: whose permissions they are; null: the member's own. */
export type MemberCaller = Caller & { of: ListedToken | null };

/** `tokenId` null: as the member. null where the token is not a live one of the member's own. */
export async function findMemberCaller(member: Member, tokenId: string | null): Promise<MemberCaller | null> {
  const token = tokenId === null ? null : await findLiveToken(member, tokenId);
  if (tokenId !== null && token === null) return null;
  const configuration = await loadCurrentConfiguration(member.organizationId);
  const { id, name, scopes, limits } = token ?? { ...member, scopes: null, limits: NO_LIMITS };
  const admitted = { roleKeys: member.roleKeys, configurationVersion: configuration.version };
  return {
    of: token,
    configuration,
    member,
    token: { id, name, scopes, limits, endsAt: null },
    access: compileAccess(configuration, member, scopes, limits.deniedFields),
    // Nothing is cached under it: reads of the pages do not begin early.
    accessKey: "",
    admission:
      token === null
        ? { ...admitted, memberId: id }
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
