/** Authenticates a token (spec: Authentication). Only compiled access is cached; the rest is read from PostgreSQL every time. */
import { LRUCache } from "lru-cache";
import { type Access, compileAccess } from "../access/compile";
import { ApiError, type ErrorCode } from "../errors";
import { type AddressRange, isInRanges, parseAddressRange } from "../http/address-range";
import type { Configuration, Member, Token } from "../model";
import type { Seen } from "../postgres/replica";
import { runtime } from "../process/runtime";
import type { Refusal } from "../refusal";
import { findToken, type TokenRecord } from "../store/authentication";
import type { Admission } from "../store/records/guard";
import { type PresentedToken, secretMatches } from "./token-secret";

export type Caller = {
  configuration: Configuration;
  member: Member;
  token: Token;
  access: Access;
  /** The text from which `access` was compiled: equal keys mean equal permissions. */
  accessKey: string;
  /** Checked again by the caller's writes, in their own statement. */
  admission: Admission;
  /** A `performance.now()` time: all of this was true then or later. */
  asOf: number;
  /** Ids of the entities whose records a change of configuration was rewriting; null if there were none. */
  pausedEntities: readonly string[] | null;
  /** Read position: how much the caller can have seen so far. Set only if replicas serve reads. */
  seen?: Seen;
};

type LoadConfiguration = (organizationId: string, version: number) => Promise<Configuration>;

/** Throws INVALID_TOKEN, or, if secret and address match, TOKEN_REVOKED, TOKEN_EXPIRED or OWNER_INACTIVE, in that order. */
export async function authenticate(
  presented: PresentedToken,
  address: string,
  load: LoadConfiguration,
): Promise<Caller> {
  const asOf = performance.now();
  const found = await findToken(presented.id);
  const matches = secretMatches(presented.secretHash, found?.secretHash ?? null);
  if (found === null || !matches) throw refusal("INVALID_TOKEN");
  const configuration = await load(found.member.organizationId, found.configurationVersion);
  if (!worksFrom(address, found.token.limits) || !worksFrom(address, configuration.tokenPolicy))
    throw refusal("INVALID_TOKEN", { step: "token address", tokenId: found.token.id });
  return callerOf(found, configuration, asOf);
}

/** Loads a token's caller without checking a secret or address. Throws TOKEN_REVOKED, TOKEN_EXPIRED or OWNER_INACTIVE. */
export async function findCaller(tokenId: string, load: LoadConfiguration): Promise<Caller | null> {
  const asOf = performance.now();
  const found = await findToken(tokenId);
  if (found === null) return null;
  return callerOf(found, await load(found.member.organizationId, found.configurationVersion), asOf);
}

function callerOf(found: TokenRecord, configuration: Configuration, asOf: number): Caller {
  const { member, token, scopesText: scopes, limitsText: limits, configurationVersion, pausedEntities, seen } = found;
  const tokenId = token.id;
  if (found.revoked) throw refusal("TOKEN_REVOKED", { step: "token", tokenId });
  if (found.expired) throw refusal("TOKEN_EXPIRED", { step: "token", tokenId });
  if (!member.active) throw refusal("OWNER_INACTIVE", { step: "owner", tokenId });
  const accessKey = accessKeyOf(found);
  const access = accessOf(configuration, found, accessKey);
  const admission = { tokenId, roleKeys: member.roleKeys, scopes, limits, configurationVersion };
  return { configuration, member, token, access, accessKey, admission, asOf, pausedEntities, seen };
}

type RefusalCode = Extract<ErrorCode, "INVALID_TOKEN" | "TOKEN_REVOKED" | "TOKEN_EXPIRED" | "OWNER_INACTIVE">;

const REFUSALS: Record<RefusalCode, string> = {
  INVALID_TOKEN:
    "This token is unknown here. Is the address that of the deployment it was created in? Send a live token: Authorization: Bearer service_v1_….",
  TOKEN_REVOKED: "This token was revoked. Use another one, or create a new one on the tokens page.",
  TOKEN_EXPIRED: "This token has expired. Rotate it, or create a new one on the tokens page.",
  OWNER_INACTIVE:
    "The member who owns this token is not active. An administrator can activate the member, or use another member's token.",
};

/** `reason` names the token, so it is passed only if the secret matched. */
function refusal(code: RefusalCode, reason?: Refusal): ApiError {
  return new ApiError(code, REFUSALS[code], reason === undefined ? {} : { reason });
}

/** Cached, because many tokens share their owner's permissions, and a busy token has the same ones in every request. */
const compiled = runtime.part("compiled access", () => new LRUCache<string, Access>({ max: 5_000 }));

function accessKeyOf({ member, token, scopesText, configurationVersion }: TokenRecord): string {
  const { organizationId, id, email, roleKeys } = member;
  return JSON.stringify([
    organizationId,
    configurationVersion,
    id,
    email,
    roleKeys,
    scopesText,
    token.limits.deniedFields,
    token.limits.rows,
  ]);
}

function accessOf(configuration: Configuration, { member, token }: TokenRecord, key: string): Access {
  const known = compiled().get(key);
  if (known !== undefined) return known;
  const access = compileAccess(configuration, member, token.scopes, token.limits);
  compiled().set(key, access);
  return access;
}

const parsedRanges = runtime.part("allowed address ranges", () => new LRUCache<string, AddressRange[]>({ max: 5_000 }));

/** Checks a token's own limits, or its organization's policy. The caller's address must satisfy both. */
function worksFrom(address: string, { allowedAddresses }: { allowedAddresses: readonly string[] }): boolean {
  if (allowedAddresses.length === 0) return true;
  const key = allowedAddresses.join();
  const ranges = parsedRanges().get(key) ?? allowedAddresses.map(parseAddressRange);
  parsedRanges().set(key, ranges);
  return isInRanges(address, ranges);
}
