"use client";
/** The state shared by the parts of the list that select and revoke tokens. The selection is kept across pages and filters. */
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { PageMember } from "@/lib/session/visitor";
import { type ChosenToken, type ChosenTokens, createChosenTokens } from "./chosen-tokens";
import type { Outcome } from "./outcome-words";

type SelectionState = {
  chosen: ChosenTokens;
  page: PageMember;
  outcome: Outcome | null;
  onChange: () => void;
  confirmRevocation: (tokens: readonly ChosenToken[]) => void;
};

const SelectionContext = createContext<SelectionState | null>(null);
const RevokeDialog = lazyWhenUsed(async () => (await import("./revoke/revoke-dialog")).RevokeDialog);

export function Selection({ page, now, children }: { page: PageMember; now: Date; children: ReactNode }) {
  const list = useEarlyInput<HTMLDivElement>();
  const [chosen] = useState(createChosenTokens);
  const [toRevoke, setToRevoke] = useState<readonly ChosenToken[] | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const onRevoked = (answer: Outcome) => {
    const remain = new Set([...answer.left, ...answer.failed]);
    chosen.leaveOut((toRevoke ?? []).map(({ id }) => id).filter((id) => !remain.has(id)));
    setToRevoke(null);
    setOutcome(answer);
  };
  return (
    <SelectionContext
      value={{ chosen, page, outcome, onChange: () => setOutcome(null), confirmRevocation: setToRevoke }}
    >
      <div ref={list}>{children}</div>
      {toRevoke && (
        <RevokeDialog
          tokens={toRevoke}
          now={now}
          page={page}
          onRevoked={onRevoked}
          onCancel={() => setToRevoke(null)}
        />
      )}
    </SelectionContext>
  );
}

export function useSelection(): SelectionState {
  const selection = use(SelectionContext);
  if (selection === null) throw new Error("Tokens are chosen within a <Selection>.");
  return selection;
}

function useIsChosen(id: string): boolean {
  const { chosen } = useSelection();
  return useSyncExternalStore(
    chosen.subscribe,
    () => chosen.has(id),
    () => false,
  );
}

export function useChosen(): readonly ChosenToken[] {
  const { chosen } = useSelection();
  return useSyncExternalStore(chosen.subscribe, chosen.all, chosen.all);
}

/** In the place of its checkbox: a token that has ended, such as by its own page, is no longer selected. */
export function EndedToken({ id }: { id: string }) {
  const { chosen } = useSelection();
  useEffect(() => chosen.leaveOut([id]), [chosen, id]);
  return null;
}

export function SelectToken({ token }: { token: ChosenToken }) {
  const { chosen, onChange } = useSelection();
  const isChosen = useIsChosen(token.id);
  return (
    <CheckboxBox
      aria-label={`Select ${token.name} of ${token.ownerName}`}
      checked={isChosen}
      onChange={(event) => {
        if (event.target.checked) chosen.choose([token]);
        else chosen.leaveOut([token.id]);
        onChange();
      }}
    />
  );
}
