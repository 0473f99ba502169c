/** Derives a service account's address from its name. No mail can be sent to it. */

/** The shortest address first; the rest are for names already in use. */
export function* accountAddresses(name: string, organizationKey: string): Generator<string> {
  const local = wordOf(name).slice(0, MAX_WORD_LENGTH).replace(/-$/, "") || "account";
  // This top-level domain can never be registered (RFC 2606).
  const domain = `${wordOf(organizationKey).slice(0, MAX_WORD_LENGTH) || "organization"}.service.invalid`;
  yield `${local}@${domain}`;
  for (let count = 2; ; count += 1) yield `${local}-${count}@${domain}`;
}

/** A label of a domain name has at most 63 characters. */
const MAX_WORD_LENGTH = 50;

/** "Nächtlicher Abgleich" becomes "nachtlicher-abgleich". */
function wordOf(text: string): string {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
