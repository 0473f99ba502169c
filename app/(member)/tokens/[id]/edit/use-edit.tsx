"use client";
/** Sends one of the edits and knows what came of it. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import type { ActionRefusal } from "@/lib/session/action";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { problemOf, type TokenProblem } from "@/lib/tokens/policy";
import type { limitAction, narrowAction, renameAction } from "../actions";

type Answer = Awaited<ReturnType<typeof limitAction | typeof narrowAction | typeof renameAction>>;

type EditState =
  | { kind: "editing" | "sending" | "saved" }
  | { kind: "refused"; problems: TokenProblem[] }
  | { kind: "failed"; message: string };

/** `onRefusal` returns what to tell the person, or null where it tells them itself. */
export function useEdit(onRefusal: (refusal: ActionRefusal, again: () => void) => string | null) {
  const router = useRouter();
  const [state, setState] = useState<EditState>({ kind: "editing" });

  const send = async (act: () => Promise<Answer>): Promise<void> => {
    setState({ kind: "sending" });
    const answer = await act().catch(() => null);
    if (answer === null) return setState({ kind: "failed", message: "No answer came back. Save once more." });
    if ("refused" in answer) {
      const message = onRefusal(answer, () => send(act));
      return setState(message === null ? { kind: "editing" } : { kind: "failed", message });
    }
    if ("problems" in answer) return setState({ kind: "refused", problems: answer.problems });
    if (answer.kind === "unknown") return setState({ kind: "failed", message: "There is no such token any more." });
    if (answer.kind === "not active") {
      return setState({ kind: "failed", message: "This token does not work any more, and stays as it was." });
    }
    if (answer.kind === "changed meanwhile") return setState({ kind: "failed", message: tellChanged(answer.now) });
    setState({ kind: "saved" });
    router.refresh();
  };
  const refuse = (problems: TokenProblem[]) => setState({ kind: "refused", problems });
  return { state, send, refuse, edit: () => setState({ kind: "editing" }) };
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
