"use client";
/** The list's query, as it stands in the page's address, and ways to change it there without asking the server. */
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { formatListQuery, type ListQuery, parseListQuery } from "./list-query";

export type ListQueryState = {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** Brings what was typed to the address. Not while somebody types: it would stop a page that is on its way. */
  keepText: () => void;
};

/** Filters and order live in the address. The text lives here, and follows. */
export function useListQuery(): ListQueryState {
  const parameters = useSearchParams();
  const inAddress = parseListQuery(new URLSearchParams(parameters));
  const [text, setText] = useState(inAddress.text);
  const [seen, setSeen] = useState(inAddress.text);
  const [written, setWritten] = useState(inAddress.text);
  const query = { ...inAddress, text };

  // The address has changed, and not from here: a link, or Back.
  if (inAddress.text !== seen) {
    setSeen(inAddress.text);
    if (inAddress.text !== written) {
      setWritten(inAddress.text);
      setText(inAddress.text);
    }
  }

  const write = (next: ListQuery) => {
    const address = formatListQuery(next);
    if (address === location.search) return;
    setWritten(parseListQuery(new URLSearchParams(address)).text);
    window.history.replaceState(null, "", `${location.pathname}${address}`);
  };
  const change = (part: Partial<ListQuery>) => {
    if (part.text !== undefined) setText(part.text);
    if (Object.keys(part).some((name) => name !== "text")) write({ ...query, ...part });
  };
  return { query, change, keepText: () => write(query) };
}
