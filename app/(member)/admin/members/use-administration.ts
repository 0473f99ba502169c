"use client";
/** Runs the actions of the members' pages: what was refused for want of a session is done once there is one again. */
import { type ReactNode, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { Said } from "./actions";

const NO_ADMINISTRATOR = "Only administrators can do this. You are none any more.";
const NO_ANSWER: Said = {
  said: "No answer came, so it may have been done or not. Check your connection, and see what the members’ page says.",
  failed: true,
};

type Run = <Answer extends object>(
  call: () => Promise<Answer | ActionRefusal>,
  then: (answer: Answer | Said) => void,
) => void;

/** Render `dialog` anywhere but in a form. */
export function useAdministration(page: PageMember): { run: Run; busy: boolean; dialog: ReactNode } {
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [busy, start] = useTransition();
  const run: Run = (call, then) =>
    start(async () => {
      const answer = await call().catch(() => NO_ANSWER);
      if (!("refused" in answer)) return then(answer);
      const said = identity.ask(answer, () => run(call, then));
      if (said !== null) then({ said, failed: true });
    });
  return { run, busy, dialog: identity.dialog };
}
