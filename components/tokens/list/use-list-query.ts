"use client";
/** The list's query, as it stands in the page's address, and a way to change it there without asking the server. */
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { formatListQuery, type ListQuery, parseListQuery } from "./list-query";

/** Browsers take a hundred changes of the address in half a minute, and typing is faster than that. */
const ADDRESS_DELAY_MS = 300;

/** Filters and order live in the address. The text lives here and follows to the address when the typing pauses. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const parameters = useSearchParams();
  const inAddress = parseListQuery(new URLSearchParams(parameters));
  const [text, setText] = useState(inAddress.text);
  const [adopted, setAdopted] = useState(inAddress.text);
  const query = { ...inAddress, text };

  // A link or Back changed the address: its text counts, unless it is the one that was written from here a moment ago.
  if (inAddress.text !== adopted) {
    setAdopted(inAddress.text);
    if (!isTyping()) setText(inAddress.text);
  }
  const address = formatListQuery(query);
  useEffect(() => {
    if (address === formatListQuery(parseListQuery(new URLSearchParams(location.search)))) return;
    const timer = setTimeout(() => writeAddress(address), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);

  const change = (part: Partial<ListQuery>) => {
    if (part.text !== undefined) setText(part.text);
    const { text: _, ...filters } = part;
    if (Object.keys(filters).length > 0) writeAddress(formatListQuery({ ...query, ...part }));
  };
  return [query, change];
}

function writeAddress(query: string): void {
  window.history.replaceState(null, "", `${location.pathname}${query}`);
}

function isTyping(): boolean {
  return typeof document !== "undefined" && document.activeElement instanceof HTMLInputElement;
}
