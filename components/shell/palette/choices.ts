/** The command palette's own entries: pages and actions, themes, and a request whose id was pasted. */
import type { FoundEntry, FoundGroup } from "@/components/search/found";
import { THEMES, type Theme } from "@/components/theme/theme";
import { rankEntries, type SearchEntry } from "@/lib/ranked-search";

/** Our own request ids are longer, as are those of most tracers. */
const SHORTEST_REQUEST_ID = 12;
const SHOWN = 6;

export function ownGroups(text: string, portal: readonly SearchEntry[]): FoundGroup[] {
  const entries = [...explained(text), ...portalOf(text, portal)];
  return entries.length === 0 ? [] : [{ title: "Pages and actions", entries, more: 0 }];
}

function portalOf(text: string, portal: readonly SearchEntry[]): FoundEntry[] {
  if (text.trim() === "") return portal.map(toEntry);
  const found = rankEntries([...portal, ...THEME_ENTRIES], text);
  return found.slice(0, SHOWN).map(({ entry }) => toEntry(entry));
}

const toEntry = ({ title, detail, href }: SearchEntry): FoundEntry => ({ title, detail, href });

const THEME_ENTRIES = THEMES.map((theme): SearchEntry => {
  return {
    href: `#theme-${theme}`,
    title: `Theme: ${theme}`,
    detail: "Action",
    words: "dark light mode appearance colors colours",
  };
});

/** null: the address is not a theme. */
export function themeOf(href: string): Theme | null {
  return THEMES.find((theme) => href === `#theme-${theme}`) ?? null;
}

function explained(text: string): FoundEntry[] {
  const requestId = requestIdIn(text);
  if (requestId === null) return [];
  const href = `/explain?request=${encodeURIComponent(requestId)}`;
  return [{ href, title: `Explain ${requestId}`, detail: "Request" }];
}

/** A request id is a word with digits, alone or in a copied header line. */
function requestIdIn(text: string): string | null {
  const word = text.trim().replace(/^x-request-id\s*:\s*/i, "");
  return word.length >= SHORTEST_REQUEST_ID && /^[!-~]+$/.test(word) && /\d/.test(word) ? word : null;
}
