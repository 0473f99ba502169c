/**
 * Making a token from a form that may be sent twice: by a double click, or again after an answer that was lost. The token's id
 * follows from the owner and the form, so that the second time meets the first one's row. A secret is never given twice.
 */
import { createHmac } from "node:crypto";
import { tokenHint } from "../authentication/token-form";
import { issueToken, tokenIdFrom } from "../authentication/token-secret";
import { derivedKey } from "../derived-key";
import type { Actor, Member } from "../model";
import { findTokenRow } from "../store/token-rows";
import { type CreatedToken, createToken, TokenExists } from "./manage";
import type { TokenRequest } from "./policy";
import { ownTokens } from "./range";

export type CreatedOnce =
  | { kind: "created"; token: CreatedToken }
  | { kind: "created before"; token: { id: string; name: string; hint: string } };

/** `formId`: any text, a new one for each form that is shown. Throws TokenRefused. */
export async function createTokenOnce(
  owner: Member,
  request: TokenRequest,
  by: Actor,
  formId: string,
): Promise<CreatedOnce> {
  const id = idOfForm(owner, formId);
  const before = await findMadeBefore(owner, id);
  if (before !== null) return before;
  try {
    return { kind: "created", token: await createToken(owner, request, by, issueToken(id)) };
  } catch (error) {
    // Another sending of the form came first while this one was being looked at.
    const made = error instanceof TokenExists ? await findMadeBefore(owner, id) : null;
    if (made === null) throw error;
    return made;
  }
}

async function findMadeBefore(owner: Member, tokenId: string): Promise<CreatedOnce | null> {
  const found = await findTokenRow({ tokenId, range: ownTokens(owner) });
  if (found === null) return null;
  return { kind: "created before", token: { id: tokenId, name: found.token.name, hint: tokenHint(tokenId) } };
}

/** Keyed, so that nobody can tell from a token's id which form it came from. */
function idOfForm(owner: Member, formId: string): string {
  return tokenIdFrom(createHmac("sha256", derivedKey("token form")).update(`${owner.id} ${formId}`).digest());
}
