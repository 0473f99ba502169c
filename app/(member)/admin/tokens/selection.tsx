"use client";
/** The state shared by the parts of the list that select and revoke tokens. The selection is kept across pages and filters. */
import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { PageMember } from "@/lib/session/visitor";
import type { Outcome } from "./outcome-words";
import type { ChosenToken } from "./revoke/load-chosen";

/** Keyed by token id, in the order of selection. */
type Chosen = ReadonlyMap<string, ChosenToken>;

type SelectionState = {
  chosen: Chosen;
  choose: (tokens: readonly ChosenToken[]) => Chosen;
  leaveOut: (ids: readonly string[]) => void;
  page: PageMember;
  outcome: Outcome | null;
  onChange: () => void;
  confirmRevocation: () => void;
};

const SelectionContext = createContext<SelectionState | null>(null);
const RevokeDialog = lazyWhenUsed(async () => (await import("./revoke/revoke-dialog")).RevokeDialog);

export function Selection({ page, now, children }: { page: PageMember; now: Date; children: ReactNode }) {
  const list = useEarlyInput<HTMLDivElement>();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [toRevoke, setToRevoke] = useState<readonly ChosenToken[] | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // Two changes can come before the next render, and the second must see the first.
  const latest = useRef(chosen);
  const change = (edit: (next: Map<string, ChosenToken>) => void) => {
    const next = new Map(latest.current);
    edit(next);
    latest.current = next;
    setChosen(next);
    return next;
  };
  const choose = (tokens: readonly ChosenToken[]) =>
    change((next) => {
      for (const token of tokens) next.set(token.id, token);
    });
  const leaveOut = (ids: readonly string[]) =>
    void change((next) => {
      for (const id of ids) next.delete(id);
    });
  const onRevoked = (answer: Outcome) => {
    const remain = new Set([...answer.left, ...answer.failed]);
    leaveOut((toRevoke ?? []).map(({ id }) => id).filter((id) => !remain.has(id)));
    setToRevoke(null);
    setOutcome(answer);
  };
  const onChange = () => setOutcome(null);
  const confirmRevocation = () => setToRevoke([...chosen.values()]);
  return (
    <SelectionContext value={{ chosen, choose, leaveOut, page, outcome, onChange, confirmRevocation }}>
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

/** Shown in place of the checkbox: a token that has ended, such as on its own page, is no longer selected. */
export function EndedToken({ id }: { id: string }) {
  const { chosen, leaveOut } = useSelection();
  useEffect(() => {
    if (chosen.has(id)) leaveOut([id]);
  });
  return null;
}

export function SelectToken({ token }: { token: ChosenToken }) {
  const { chosen, choose, leaveOut, onChange } = useSelection();
  return (
    <CheckboxBox
      aria-label={`Select ${token.name} of ${token.ownerName}`}
      checked={chosen.has(token.id)}
      onChange={(event) => {
        if (event.target.checked) choose([token]);
        else leaveOut([token.id]);
        onChange();
      }}
    />
  );
}
