/** The lines that carry a new token to where it is used: an environment file, and requests to try. Pure. */
import { PREFIX } from "@/lib/authentication/token-form";

export const ENVIRONMENT_VARIABLE = "PUBLIC_RECORDS_TOKEN";

export function environmentLine(token: string): string {
  return `${ENVIRONMENT_VARIABLE}=${token}`;
}

/** `origin`: without a trailing slash. Nothing in the quotes is special to a shell: entity keys and tokens are plain. */
export function curlOf(origin: string, path: string, token: string): string {
  return `curl -s "${origin}/api/v1${path}" \\\n  -H "Authorization: Bearer ${token}"`;
}

export function firstPagePath(entityKey: string): string {
  return `/entities/${entityKey}/records?limit=1`;
}

const VISIBLE_START = PREFIX.length + 4;

/** As long as the token, so that revealing it moves nothing. */
export function maskToken(token: string): string {
  return token.slice(0, VISIBLE_START) + "•".repeat(token.length - VISIBLE_START);
}

/** For lines in which the token is one part, and which nobody reads to the end. */
export function shortMask(token: string): string {
  return `${token.slice(0, VISIBLE_START)}${"•".repeat(8)}`;
}
