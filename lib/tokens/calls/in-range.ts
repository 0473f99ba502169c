/** Whether somebody may look at what a token did. A token of others is as unknown as one that does not exist. */

import { TOKEN_ID_PATTERN } from "../../authentication/token-form";
import { isInRange } from "../../store/token-range";
import type { TokenRange } from "../../store/token-rows";

export async function isTokenInRange({ tokenId, range }: { tokenId: string; range: TokenRange }): Promise<boolean> {
  return TOKEN_ID_PATTERN.test(tokenId) && (await isInRange(tokenId, range));
}
