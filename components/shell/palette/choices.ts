/** What the command palette offers for a text: pages of that name, tokens that were found, and a request of that id. Pure. */
import type { Destination } from "../destinations";

export type FoundToken = { id: string; name: string; hint: string };
export type Choice = { href: string; label: string; note: string };

/** Ids that we make are longer; so are those of most tracers. */
const SHORTEST_REQUEST_ID = 12;

export function choicesOf(
  text: string,
  destinations: readonly Destination[],
  tokens: readonly FoundToken[],
): readonly Choice[] {
  const sought = text.trim().toLowerCase();
  const pages = destinations.filter(({ label }) => label.toLowerCase().includes(sought));
  const requestId = requestIdIn(text);
  return [
    ...(requestId === null ? [] : [explained(requestId)]),
    ...pages.map(({ href, label }) => ({ href, label, note: "Page" })),
    ...(sought === "" ? [] : tokens).map(({ id, name, hint }) => ({ href: `/tokens/${id}`, label: name, note: hint })),
  ];
}

function explained(requestId: string): Choice {
  return { href: `/explain?request=${encodeURIComponent(requestId)}`, label: `Explain ${requestId}`, note: "Request" };
}

/** A word with digits in it, alone or in a line of a response's headers. */
function requestIdIn(text: string): string | null {
  const word = text.trim().replace(/^x-request-id\s*:\s*/i, "");
  return word.length >= SHORTEST_REQUEST_ID && /^[!-~]+$/.test(word) && /\d/.test(word) ? word : null;
}
