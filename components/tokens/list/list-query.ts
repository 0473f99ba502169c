"use client";
/** What is asked of the list, and how it stands in the page's address. Unknown values in an address ask for nothing. */
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { WORD_PATTERN } from "@/lib/access/verbs";
import type { VerbWord } from "@/lib/model";
import { mayHoldSecret } from "@/lib/tokens/pasted";
import { TOKEN_STATUSES, type TokenStatus } from "@/lib/tokens/status";

export const SORTS = ["created", "used", "expires", "name"] as const;
export type Sort = (typeof SORTS)[number];

const ATTENTIONS = ["unused", "expiring"] as const;
/** "unused": works, and no request for 90 days. "expiring": works, and ends within 7. */
type Attention = (typeof ATTENTIONS)[number];

export type ListFilters = {
  status: TokenStatus | null;
  entity: string | null;
  verb: VerbWord | null;
  attention: Attention | null;
  /** An e-mail address; lists of one owner ignore it. */
  owner: string | null;
};

export type ListQuery = ListFilters & { text: string; sort: Sort };

export function parseListQuery(address: URLSearchParams): ListQuery {
  return {
    text: address.get("q") ?? "",
    status: oneOf(TOKEN_STATUSES, address.get("status")),
    entity: address.get("entity") || null,
    verb: verbOf(address.get("verb")),
    attention: oneOf(ATTENTIONS, address.get("attention")),
    owner: address.get("owner") || null,
    sort: oneOf(SORTS, address.get("sort")) ?? "created",
  };
}

/** `?…`, or nothing. Without a text that could be part of a secret: addresses are kept and sent. */
export function formatListQuery({ text, sort, status, entity, verb, attention, owner }: ListQuery): string {
  const address = new URLSearchParams();
  const parts = { q: mayHoldSecret(text) ? null : text, status, entity, verb, attention, owner };
  for (const [name, value] of Object.entries(parts)) if (value) address.set(name, value);
  if (sort !== "created") address.set("sort", sort);
  return address.size === 0 ? "" : `?${address}`;
}

export function countFilters({ status, entity, verb, attention, owner }: ListFilters): number {
  return [status, entity, verb, attention, owner].filter((value) => value !== null).length;
}

/** Which further verbs there are is the organisation's to say. */
function verbOf(text: string | null): VerbWord | null {
  return text !== null && WORD_PATTERN.test(text) ? text : null;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

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
