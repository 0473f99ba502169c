/** The lines for using a new token: an environment file, and requests to try. */
import { PREFIX } from "@/lib/authentication/token-form";

/** An entity that a token can list. */
export type FirstEntity = { entityKey: string; pluralLabel: string };

export const ENVIRONMENT_VARIABLE = "PUBLIC_RECORDS_TOKEN";

export function environmentLine(token: string): string {
  return `${ENVIRONMENT_VARIABLE}=${token}`;
}

/** `origin`: without a trailing slash. Keys and tokens contain nothing that is special within the quotes. */
export function curlOf(origin: string, path: string, token: string): string {
  return `curl -s "${origin}/api/v1${path}" \\\n  -H "Authorization: Bearer ${token}"`;
}

/** The first requests to try: one that always works, and one on an entity that the token can list, if there is one. */
export function firstRequests(entity: FirstEntity | null): { title: string; name: string; path: string }[] {
  const check = { title: "Check the token", name: "/me", path: "/me" };
  if (entity === null) return [check];
  const { entityKey, pluralLabel } = entity;
  const path = `/entities/${entityKey}/records?limit=1`;
  return [check, { title: `Get one record of ${pluralLabel}`, name: pluralLabel, path }];
}

const VISIBLE_START = PREFIX.length + 4;

/** As long as the token, so that revealing it moves nothing. */
export function maskToken(token: string, visible = VISIBLE_START): string {
  return token.slice(0, visible) + "•".repeat(token.length - visible);
}

/** For lines in which the token is only a part. */
export function shortMask(token: string): string {
  return `${token.slice(0, VISIBLE_START)}${"•".repeat(8)}`;
}
