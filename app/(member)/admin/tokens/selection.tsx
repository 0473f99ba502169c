"use client";
/** The state shared by the parts of the list that select and revoke tokens. The selection is kept across pages and filters. */
import { createContext, lazy, type ReactNode, Suspense, use, useState, useSyncExternalStore } from "react";
import { useEarlyInput } from "@/components/ui/controls/use-early-input";
import type { PageMember } from "@/lib/session/visitor";
import type { RevokedSeveral } from "./actions";
import { type ChosenToken, type ChosenTokens, createChosenTokens } from "./chosen-tokens";

/** `left`: the tokens that were not sent, because the administrator cancelled. */
export type Outcome = RevokedSeveral & { left: string[] };

type SelectionState = {
  chosen: ChosenTokens;
  page: PageMember;
  outcome: Outcome | null;
  onChange: () => void;
  askToRevoke: (tokens: readonly ChosenToken[]) => void;
};

/** The form that the checkboxes belong to. They may be anywhere on the page. */
export const REVOKE_FORM = "revoke-selected";

const SelectionContext = createContext<SelectionState | null>(null);
const RevokeDialog = lazy(() => import("./revoke-dialog"));

type SelectionProps = { page: PageMember; now: Date; children: ReactNode };

export function Selection({ page, now, children }: SelectionProps) {
  const list = useEarlyInput<HTMLDivElement>();
  const [chosen] = useState(createChosenTokens);
  const [asked, setAsked] = useState<readonly ChosenToken[] | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const onRevoked = (answer: Outcome) => {
    const remain = new Set([...answer.left, ...answer.failed]);
    chosen.leaveOut((asked ?? []).map(({ id }) => id).filter((id) => !remain.has(id)));
    setAsked(null);
    setOutcome(answer);
  };
  return (
    <SelectionContext value={{ chosen, page, outcome, onChange: () => setOutcome(null), askToRevoke: setAsked }}>
      <div ref={list} className="group/selection">
        {children}
      </div>
      <Suspense>
        {asked && (
          <RevokeDialog tokens={asked} now={now} page={page} onRevoked={onRevoked} onCancel={() => setAsked(null)} />
        )}
      </Suspense>
    </SelectionContext>
  );
}

export function useSelection(): SelectionState {
  const selection = use(SelectionContext);
  if (selection === null) throw new Error("Tokens are chosen within a <Selection>.");
  return selection;
}

export function useIsChosen(id: string): boolean {
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
