"use client";
/** Runs the actions of the members' pages. Why one was not done is told like an outcome. */
import type { ReactNode } from "react";
import { useAction } from "@/components/session/use-action";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "./actions";

const TEXTS = {
  noAnswer:
    "There was no response, so it may have been done or not. Check your connection, and see what the members’ page says.",
  forbidden: "Only administrators can do this. You are no longer one.",
};

type Run = <Answer extends object>(
  call: () => Promise<Answer | ActionRefusal>,
  then: (answer: Answer | Said) => void,
) => void;

/** Render `dialog` anywhere but in a form. */
export function useAdministration(page: PageMember): { run: Run; busy: boolean; dialog: ReactNode } {
  const { run, busy, dialog } = useAction(page, TEXTS);
  return {
    run: (call, then) => run(call, then, (said) => said !== null && then({ said, failed: true })),
    busy,
    dialog,
  };
}
