"use client";
/** Sends one of the edits and knows what came of it. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/components/session/use-action";
import { Notice } from "@/components/ui/notice";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { problemOf, type TokenProblem } from "@/lib/tokens/policy";
import type { limitAction, narrowAction, renameAction } from "../actions";

type Answer = Awaited<ReturnType<typeof limitAction | typeof narrowAction | typeof renameAction>>;
type Outcome = Exclude<Answer, ActionRefusal>;

type EditState =
  | { kind: "editing" | "saved" }
  | { kind: "refused"; problems: TokenProblem[] }
  | { kind: "failed"; message: string };

const TEXTS = { noAnswer: "There was no response. Save once more." };

/** Render `dialog` anywhere but in a form. */
export function useEdit(page: PageMember) {
  const router = useRouter();
  const { run, busy, dialog } = useAction(page, TEXTS);
  const [state, setState] = useState<EditState>({ kind: "editing" });

  const edit = () => setState({ kind: "editing" });
  const refuse = (problems: TokenProblem[]) => setState({ kind: "refused", problems });
  const fail = (message: string | null) => (message === null ? edit() : setState({ kind: "failed", message }));
  const send = (act: () => Promise<Answer>): void => {
    edit();
    run<Outcome>(
      act,
      (outcome) => {
        if ("problems" in outcome) return refuse(outcome.problems);
        if (outcome.kind === "unknown") return fail("This token no longer exists.");
        if (outcome.kind === "not active") return fail("This token no longer works, and stays as it was.");
        if (outcome.kind === "changed meanwhile") return fail(tellChanged(outcome.now));
        setState({ kind: "saved" });
        router.refresh();
      },
      fail,
    );
  };
  return { state, send, refuse, edit, busy, dialog };
}

function tellChanged({ name, purpose }: TokenLabels): string {
  const stands = purpose === "" ? "and has no purpose" : `for the purpose “${purpose}”`;
  return `Nothing was changed: meanwhile this was edited elsewhere. The token is called “${name}” now, ${stands}. What you typed is still here; save once more to put it in the place of that.`;
}

export function refusalOf(state: EditState, part: TokenProblem["part"]): string | null {
  return state.kind === "refused" ? problemOf(state.problems, part) : null;
}

/** Its place is always there, so that screen readers notice what appears in it. */
export function EditOutcome({ state, saved }: { state: EditState; saved: string }) {
  return (
    <div role="status">
      {state.kind === "saved" && <Notice tone="good">{saved}</Notice>}
      {state.kind === "refused" && <Notice tone="bad">Nothing was changed.</Notice>}
      {state.kind === "failed" && <Notice tone="bad">{state.message}</Notice>}
    </div>
  );
}
