"use client";
/** The tokens to hand over, and their new owners: by default all that the chosen owner can accept. */
import { useState } from "react";
import type { Move } from "./in-parts";

export type OfferedToken = {
  id: string;
  name: string;
  hint: string;
  /** Why the chosen owner cannot accept it; null if they can. */
  hindrance: string | null;
  /** Ids of owners who cannot accept it; null if no owner can. */
  excluded: readonly string[] | null;
};

export type Moves = {
  list: Move[];
  isTicked: (token: OfferedToken) => boolean;
  /** Whether it can be selected, with the owner chosen for it. */
  canMove: (token: OfferedToken) => boolean;
  ownerOf: (token: OfferedToken) => string;
  tick: (tokens: readonly OfferedToken[], ticked: boolean) => void;
  giveTo: (token: OfferedToken, ownerId: string) => void;
};

export function useMoves(tokens: readonly OfferedToken[], toId: string): Moves {
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [owners, setOwners] = useState<ReadonlyMap<string, string>>(new Map());
  const ownerOf = ({ id }: OfferedToken) => owners.get(id) ?? toId;
  const canMove = (token: OfferedToken) => token.excluded !== null && !token.excluded.includes(ownerOf(token));
  const isTicked = (token: OfferedToken) => canMove(token) && !unticked.has(token.id);
  return {
    list: tokens.filter(isTicked).map((token) => ({ tokenId: token.id, toId: ownerOf(token) })),
    isTicked,
    canMove,
    ownerOf,
    tick: (changed, ticked) => {
      const ids = new Set(changed.map(({ id }) => id));
      const others = [...unticked].filter((id) => !ids.has(id));
      setUnticked(new Set(ticked ? others : [...others, ...ids]));
    },
    giveTo: ({ id }, ownerId) => setOwners(new Map([...owners, [id, ownerId]])),
  };
}
