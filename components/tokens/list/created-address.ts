/** The address of the member's own list of tokens with the token that was just created highlighted. Pure. */
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";

export function createdHref(tokenId: string): string {
  return toAddress("/tokens", { created: tokenId });
}

export function readCreated(parameters: Parameters): string | null {
  const tokenId = parameterOf(parameters, "created");
  return TOKEN_ID_PATTERN.test(tokenId) ? tokenId : null;
}
