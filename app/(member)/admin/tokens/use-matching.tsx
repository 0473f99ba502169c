"use client";
/** Chooses every token that the list finds, on whichever page: they are asked for when somebody wants that. */
import { type ReactNode, useState, useTransition } from "react";
import { readAs } from "@/components/session/read-as";
import { useIdentity } from "@/components/session/use-identity";
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

const NO_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are none any more.";
const NO_ANSWER = "No answer came. Try again.";

export function useMatching(search: Record<string, string>): Matching {
  const { chosen, page, onChange } = useSelection();
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const tokens = useChosen();
  const [isBusy, start] = useTransition();
  const [error, setError] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ address: string; tokens: readonly ChosenToken[] } | null>(null);
  const address = JSON.stringify(search);

  const choose = () =>
    start(async () => {
      setError(null);
      const answer = await readAs<{ tokens: Sent[] }>(page, "/admin/tokens/matching", search).catch(() => null);
      if (answer === null) return setError(NO_ANSWER);
      if ("refused" in answer) return setError(identity.ask(answer, choose));
      chosen.choose(answer.tokens.map(toChosen));
      setTaken({ address, tokens: chosen.all() });
      onChange();
    });
  const isTaken = taken !== null && taken.tokens === tokens && taken.address === address;
  return { choose, isBusy, error, count: isTaken ? tokens.length : null, dialog: identity.dialog };
}

/** JSON has no moments. */
function toChosen({ lastUsed, ...token }: Sent): ChosenToken {
  return { ...token, lastUsed: lastUsed === null ? null : new Date(lastUsed) };
}
