"use client";
/** Fetches the results for a text after a short pause in typing, and moves the active option. */
import { useEffect, useState } from "react";
import { NO_CONNECTION, OUT_OF_DATE } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import { withoutSecrets } from "@/lib/tokens/pasted";
import { readAs } from "../session/read-as";
import type { FoundGroup } from "./found";

const PAUSE_MS = 120;

/** `text`: the text that these results are for. They stay while the next ones are loading. */
type Found = { text: string | null; groups: readonly FoundGroup[]; failure: string | null };

const NOTHING: Found = { text: null, groups: [], failure: null };

/** `text` null: no search. `tokenId`: whose permissions limit the reference; null: the member's own. */
export function useSearch(
  page: PageMember,
  text: string | null,
  tokenId: string | null,
): Found & { isCurrent: boolean } {
  const [found, setFound] = useState(NOTHING);
  const sought = text === null ? null : withoutSecrets(text.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again only when the text changes.
  useEffect(() => {
    if (sought === null) return setFound(NOTHING);
    let isPast = false;
    const timer = setTimeout(
      async () => {
        const query = { q: sought, token: tokenId ?? "" };
        const read = await readAs<{ groups: FoundGroup[] }>(page, "/search", query).catch(() => null);
        if (isPast) return;
        if (read === null || "refused" in read) {
          setFound({ text: sought, groups: [], failure: read === null ? NO_CONNECTION : OUT_OF_DATE });
        } else {
          setFound({ text: sought, groups: read.groups, failure: null });
        }
      },
      sought === "" ? 0 : PAUSE_MS,
    );
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [sought]);
  return { ...found, isCurrent: found.text === sought };
}

/** The option that an arrow key moves to, wrapping around at both ends; -1: none is active. */
export function nextPlace(place: number, key: "ArrowDown" | "ArrowUp", count: number): number {
  if (count === 0) return -1;
  if (key === "ArrowDown") return (place + 1) % count;
  return (Math.max(place, 0) + count - 1) % count;
}
