"use client";
/** Runs the actions of a page. One that is refused for want of a session runs again once there is one. */
import { type ReactNode, useTransition } from "react";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { useIdentity } from "./use-identity";

/** What to tell the person where no answer came, and where they can not do it at all. */
type Texts = { noAnswer: string; forbidden?: string };

type Run = <Outcome extends object>(
  call: () => Promise<Outcome | ActionRefusal>,
  then: (outcome: Outcome) => void,
  tell: (message: string | null) => void,
) => void;

/** `run` hands the outcome to `then`, or to `tell` why there is none: null where the dialog says it. Render `dialog` anywhere but in a form. */
export function useAction(page: PageMember, texts: Texts): { run: Run; busy: boolean; dialog: ReactNode } {
  const { ask, dialog } = useIdentity(page, texts.forbidden);
  const [busy, start] = useTransition();
  const run: Run = (call, then, tell) =>
    start(async () => {
      const answer = await call().catch(() => null);
      if (answer === null) return tell(texts.noAnswer);
      if (!("refused" in answer)) return then(answer);
      tell(ask(answer, () => run(call, then, tell)));
    });
  return { run, busy, dialog };
}
