/** Whether somebody may look at what a token did. A token of others is as unknown as one that does not exist. */
import { isInRange } from "../../store/token-range";
import type { TokenRange } from "../../store/token-rows";

/** Ids come from addresses of pages: what cannot be one must not reach a statement. */
const TOKEN_ID = /^[0-9A-Za-z]{22}$/;

export async function isTokenInRange({ tokenId, range }: { tokenId: string; range: TokenRange }): Promise<boolean> {
  return TOKEN_ID.test(tokenId) && (await isInRange(tokenId, range));
}
