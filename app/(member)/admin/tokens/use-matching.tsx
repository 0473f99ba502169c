"use client";
/** Chooses every token that the list finds, on whichever page: they are asked for when somebody wants that. */
import { type ReactNode, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { useAction } from "@/components/session/use-action";
import type { ChosenToken } from "./chosen-tokens";
import { useChosen, useSelection } from "./selection";

type Matching = {
  choose: () => void;
  isBusy: boolean;
  error: string | null;
  /** How many they were, as long as they are what is chosen, and the list is narrowed to the same; else null. */
  count: number | null;
  dialog: ReactNode;
};

type Sent = Omit<ChosenToken, "lastUsed"> & { lastUsed: string | null };

const TEXTS = {
  noAnswer: "There was no response. Try again.",
  forbidden: "Only administrators can revoke the tokens of others. You are no longer one.",
};

export function useMatching(search: Record<string, string>): Matching {
  const { chosen, page, onChange } = useSelection();
  const { run, busy, dialog } = useAction(page, TEXTS);
  const tokens = useChosen();
  const [error, setError] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ address: string; tokens: readonly ChosenToken[] } | null>(null);
  const address = JSON.stringify(search);

  const choose = () => {
    setError(null);
    run(
      () => readAs<{ tokens: Sent[] }>(page, "/admin/tokens/matching", search),
      (found) => {
        chosen.choose(found.tokens.map(toChosen));
        setTaken({ address, tokens: chosen.all() });
        onChange();
      },
      setError,
    );
  };
  const isTaken = taken !== null && taken.tokens === tokens && taken.address === address;
  return { choose, isBusy: busy, error, count: isTaken ? tokens.length : null, dialog };
}

/** JSON has no moments. */
function toChosen({ lastUsed, ...token }: Sent): ChosenToken {
  return { ...token, lastUsed: lastUsed === null ? null : new Date(lastUsed) };
}
