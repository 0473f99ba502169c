/** The tokens of a member or of an organisation, as the pages and the command line list them. */
import { tokenHint } from "../../authentication/token-form";
import { listTokenRows, type TokenRow, type TokenVisibility } from "../../store/tokens/tokens";
import { stateOf, statusOf, type TokenState, type TokenStatus } from "../status";

/** `state`: what the API makes of it. `status`: that, and what else is to be said. */
export type ListedToken = TokenRow & { hint: string; state: TokenState; status: TokenStatus };

/** Those that the API accepts now, newest first. */
export async function listActiveTokens(visibility: TokenVisibility, now = new Date()): Promise<ListedToken[]> {
  const rows = await listTokenRows(visibility, now);
  return rows.map((row) => toListedToken(row, now)).filter(({ state }) => state === "active");
}

/** All there have ever been, newest first. */
export async function listAllTokens(visibility: TokenVisibility, now = new Date()): Promise<ListedToken[]> {
  return (await listTokenRows(visibility)).map((row) => toListedToken(row, now));
}

export function toListedToken(row: TokenRow, now: Date): ListedToken {
  // Not a spread with members after it, which takes Node 20 some microseconds, a thousand times in a list.
  return Object.assign(row, { hint: tokenHint(row.id), state: stateOf(row, now), status: statusOf(row, now) });
}
