"use client";
/** The command palette. A pasted request id opens its explanation; only the id of a pasted token is sent. */
import { useRouter } from "next/navigation";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import type { FoundEntry, FoundGroup } from "@/components/search/found";
import { findNear } from "@/components/search/near";
import { countWords, optionId, ResultList } from "@/components/search/result-list";
import { nextPlace, useSearch } from "@/components/search/use-search";
import { THEMES, type Theme } from "@/components/theme/theme";
import { adoptTheme } from "@/components/theme/theme-chooser";
import { rankEntries, type SearchEntry } from "@/lib/ranked-search";
import type { PageMember } from "@/lib/session/visitor";
import { readPasted, withoutSecrets } from "@/lib/tokens/pasted";
import { controlClass } from "../../ui/controls/control-class";
import { Dialog } from "../../ui/dialog/dialog";
import type { EarlyInput } from "./early-keys";

export type PaletteProps = {
  page: PageMember;
  portal: readonly SearchEntry[];
  /** The list in which a pasted token is looked up. */
  listPath: string;
  /** Returns input that was typed before the field had the focus; null if there is none. */
  takeEarly: () => EarlyInput | null;
  onClose: () => void;
};

const DAMAGED = "This is not a whole token. It was removed from the field, and sent nowhere.";
const LABEL = "Search or paste a request id";

export function Palette({ page, portal, listPath, takeEarly, onClose }: PaletteProps) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [pastedNote, setPastedNote] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const found = useSearch(page, text, null);
  const isNothingFound = found.isCurrent && found.groups.length === 0;
  const own = ownGroups(text, portal, isNothingFound ? findNear : null);
  // Without text it shows the most recently used tokens; they come last, so that nothing moves when they arrive.
  const groups = [...own, ...shownOf(found, text)];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(place, entries.length - 1)];
  const isReady = own.length > 0 || found.isCurrent;

  const go = (href: string) => {
    const theme = THEMES.find((each) => href === themeHref(each));
    onClose();
    if (href === SIGN_OUT.href) document.querySelector<HTMLFormElement>(SIGN_OUT.href)?.requestSubmit();
    else if (theme === undefined) router.push(href);
    else adoptTheme(theme);
  };
  // Enter was pressed before the results of the text had arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when they have arrived.
  useEffect(() => {
    if (isAwaited && isReady && chosen !== undefined) go(chosen.href);
  }, [isAwaited, isReady]);

  const take = (input: string) => {
    const pasted = readPasted(input);
    setPlace(0);
    setAwaited(false);
    setPastedNote(pasted.kind === "damaged" ? DAMAGED : null);
    if (pasted.kind === "token") return go(`${listPath}?token=${pasted.id}`);
    setText(pasted.kind === "text" ? input : "");
  };
  // The dialog has opened, and with it the field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    const early = takeEarly();
    if (early === null || early.text === "") return;
    take(early.text);
    setAwaited(early.entered);
  }, []);
  const onPaste = (event: ClipboardEvent) => {
    const input = event.clipboardData.getData("text");
    if (readPasted(input).kind === "text") return;
    // Prevented, so that the secret is never in the field, nor in its undo history.
    event.preventDefault();
    take(input);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key !== "ArrowDown" && key !== "ArrowUp" && key !== "Enter") return;
    event.preventDefault();
    if (key !== "Enter") setPlace(nextPlace(Math.min(place, entries.length - 1), key, entries.length));
    else if (isReady && chosen !== undefined) go(chosen.href);
    else setAwaited(true);
  };
  const note = pastedNote ?? found.failure;
  return (
    <Dialog title="Search" place="top" onDismiss={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label={LABEL}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && optionId(id, entries.indexOf(chosen))}
        aria-autocomplete="list"
        data-autofocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder={LABEL}
        value={text}
        className={controlClass}
        onChange={(event) => take(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <ResultList
        id={id}
        groups={groups}
        place={chosen === undefined ? -1 : entries.indexOf(chosen)}
        className="-mx-2 max-h-[50dvh] overflow-y-auto empty:hidden"
        onChoose={go}
      />
      <p
        role="status"
        className={note === null && (entries.length > 0 || !found.isCurrent) ? "sr-only" : "text-quiet text-sm"}
      >
        {note ?? (entries.length > 0 ? countWords(groups) : found.isCurrent && "No results.")}
      </p>
    </Dialog>
  );
}

/** Results for an empty text are not shown for another one, nor vice versa. */
function shownOf({ text: askedFor, groups }: ReturnType<typeof useSearch>, text: string): FoundGroup[] {
  const isEmpty = text.trim() === "";
  if (isEmpty !== (askedFor === "")) return [];
  if (isEmpty) return groups.map((group) => ({ ...group, title: "Recent tokens" }));
  if (groups.length === 0) return [];
  const href = `/reference?${new URLSearchParams({ q: withoutSecrets(text.trim()) })}`;
  const all = { title: `All results for “${text.trim()}”`, detail: "API reference", href };
  return [...groups, { title: "More", entries: [all], more: 0 }];
}

/** Our own request ids are longer, as are those of most tracers. */
const SHORTEST_REQUEST_ID = 12;
const SHOWN = 6;

/** Pages and actions, themes, and a request whose id was pasted. `findOther`: how to search if no entry has the words. */
function ownGroups(text: string, portal: readonly SearchEntry[], findOther: typeof findNear | null): FoundGroup[] {
  const entries = [...explained(text), ...portalOf(text, portal, findOther)];
  return entries.length === 0 ? [] : [{ title: "Pages and actions", entries, more: 0 }];
}

function portalOf(text: string, portal: readonly SearchEntry[], findOther: typeof findNear | null): FoundEntry[] {
  if (text.trim() === "") return [...portal];
  const entries = [...portal, ...THEME_ENTRIES, SIGN_OUT];
  const exact = rankEntries(entries, text);
  const found = exact.length > 0 || findOther === null ? exact : findOther(entries, text);
  return found.slice(0, SHOWN).map(({ entry }) => entry);
}

const themeHref = (theme: Theme) => `#theme-${theme}`;

const THEME_ENTRIES: readonly SearchEntry[] = THEMES.map((theme) => ({
  href: themeHref(theme),
  title: `Theme: ${theme}`,
  detail: "Action",
  words: "dark light mode appearance colors colours",
}));

/** Submits the form of the account menu, whose id this is. */
const SIGN_OUT: SearchEntry = { href: "#sign-out", title: "Sign out", detail: "Action", words: "log out logout leave" };

/** A request id is a word with digits, alone or in a copied header line. */
function explained(text: string): FoundEntry[] {
  const requestId = text.trim().replace(/^x-request-id\s*:\s*/i, "");
  if (requestId.length < SHORTEST_REQUEST_ID || !/^[!-~]+$/.test(requestId) || !/\d/.test(requestId)) return [];
  const href = `/explain?request=${encodeURIComponent(requestId)}`;
  return [{ href, title: `Explain ${requestId}`, detail: "Request" }];
}
