"use client";
/** The list's query, as it stands in the page's address, and ways to change it there without asking the server. */
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { formatListQuery, type ListQuery, parseListQuery } from "./list-query";

type ListQueryState = {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** Brings what was typed to the address. Not while somebody types: it would stop a page that is on its way. */
  keepText: () => void;
};

/**
 * What is chosen acts at once, and the address follows: before the page's scripts are all there, the router does not hear of
 * a change of the address. Where the address changes and not from here, by a link or Back, what is chosen follows.
 */
export function useListQuery(): ListQueryState {
  const inAddress = parseListQuery(new URLSearchParams(useSearchParams()));
  const address = formatListQuery(inAddress);
  const [query, setQuery] = useState(inAddress);
  const [seen, setSeen] = useState(address);
  /** From here, and not yet seen. */
  const [written, setWritten] = useState<readonly string[]>([]);

  if (address !== seen) {
    setSeen(address);
    setWritten(written.slice(written.indexOf(address) + 1));
    if (!written.includes(address)) setQuery(inAddress);
  }

  const write = (next: ListQuery) => {
    const wanted = formatListQuery(next);
    if (wanted === location.search) return;
    setWritten([...written, wanted]);
    window.history.replaceState(null, "", `${location.pathname}${wanted}`);
  };
  const change = (part: Partial<ListQuery>) => {
    const next = { ...query, ...part };
    setQuery(next);
    if (Object.keys(part).some((name) => name !== "text")) write(next);
  };
  return { query, change, keepText: () => write(query) };
}
