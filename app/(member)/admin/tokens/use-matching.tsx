"use client";
/** Selects every token that the list finds, on all pages. They are loaded on demand. */
import { type ReactNode, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { useMemberAction } from "@/components/session/use-member-action";
import type { ChosenToken } from "./chosen-tokens";
import { useChosen, useSelection } from "./selection";

type Matching = {
  choose: () => void;
  isBusy: boolean;
  error: string | null;
  /** Their number, as long as exactly these are selected and the filters are unchanged; otherwise null. */
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
  const { run, message, busy, dialog } = useMemberAction(page, TEXTS);
  const tokens = useChosen();
  const [taken, setTaken] = useState<{ address: string; tokens: readonly ChosenToken[] } | null>(null);
  const address = JSON.stringify(search);

  const choose = () =>
    run(
      () => readAs<{ tokens: Sent[] }>(page, "/admin/tokens/matching", search),
      (found) => {
        chosen.choose(found.tokens.map(toChosen));
        setTaken({ address, tokens: chosen.all() });
        onChange();
      },
    );
  const isTaken = taken !== null && taken.tokens === tokens && taken.address === address;
  return { choose, isBusy: busy, error: message, count: isTaken ? tokens.length : null, dialog };
}

/** JSON has no dates. */
function toChosen({ lastUsed, ...token }: Sent): ChosenToken {
  return { ...token, lastUsed: lastUsed === null ? null : new Date(lastUsed) };
}
