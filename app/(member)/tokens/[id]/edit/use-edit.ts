"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { problemOf, type TokenProblem } from "@/lib/tokens/policy";
import type { SentEdit } from "../../action-input";
import { editAction } from "../actions";

type Outcome = Exclude<Awaited<ReturnType<typeof editAction>>, ActionRefusal>;

/** `elsewhere`: the problem with a part that has no field to show it. */
type EditState = { kind: "editing" | "saved" } | { kind: "refused"; problems: TokenProblem[]; elsewhere: string };

const ENDED = {
  unknown: "This token no longer exists.",
  "not active": "This token no longer works, and stays as it was.",
};

const TEXTS = { noAnswer: "There was no response. Save once more." };

/** Render `dialog` anywhere but in a form. */
export function useEdit(page: PageMember) {
  const router = useRouter();
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const [state, setState] = useState<EditState>({ kind: "editing" });

  const edit = () => {
    setState({ kind: "editing" });
    tell(null);
  };
  const refuse = (problems: TokenProblem[]) =>
    setState({ kind: "refused", problems, elsewhere: problemOf(problems, "scopes") ?? "" });
  /** `adopt`: called with the stored labels, if the token could be changed. */
  const send = (sent: SentEdit, adopt: (kind: string, now: TokenLabels) => void): void => {
    edit();
    run<Outcome>(
      () => editAction(page, sent),
      (outcome) => {
        if ("problems" in outcome) return refuse(outcome.problems);
        if (!("now" in outcome)) return tell(ENDED[outcome.kind]);
        adopt(outcome.kind, outcome.now);
        if (outcome.kind === "changed meanwhile") return tell(changedElsewhere(outcome.now));
        setState({ kind: "saved" });
        router.refresh();
      },
    );
  };
  const errorOf = (part: TokenProblem["part"]) => (state.kind === "refused" ? problemOf(state.problems, part) : null);
  return { state, message, send, refuse, edit, errorOf, busy, dialog };
}

function changedElsewhere({ name, purpose }: TokenLabels): string {
  const now = purpose === "" ? "and has no purpose" : `with the purpose “${purpose}”`;
  return `Nothing was changed, because the token was edited elsewhere. It is now called “${name}” ${now}. Your text is still here: save again to replace it.`;
}
