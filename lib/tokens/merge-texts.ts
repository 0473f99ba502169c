/** What becomes of a token's name and purpose when they were changed elsewhere while somebody was changing them. Pure. */

export type TokenTexts = { name: string; purpose: string };

/** `shown`: what `typed` began as. What a person left alone stays as it is stored by now. null: both have changed one text. */
export function mergeTexts(shown: TokenTexts, typed: TokenTexts, stored: TokenTexts): TokenTexts | null {
  const name = merge(shown.name, typed.name, stored.name);
  const purpose = merge(shown.purpose, typed.purpose, stored.purpose);
  return name === null || purpose === null ? null : { name, purpose };
}

function merge(shown: string, typed: string, stored: string): string | null {
  if (typed === shown) return stored;
  return stored === shown || stored === typed ? typed : null;
}
