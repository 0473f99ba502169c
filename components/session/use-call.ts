"use client";
/** Calls the server, one call at a time. A refusal or a lost response becomes a message, not an error page. */
import { unstable_rethrow } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { REFUSAL_PREFIX } from "../../lib/session/sign-in-messages";

export type Call = {
  run: <Outcome>(call: () => Promise<Outcome>, then: (outcome: Outcome) => void) => void;
  /** Why nothing was done; null while a call is under way. */
  message: string | null;
  tell: (message: string | null) => void;
  busy: boolean;
};

/** `noAnswer`: the message if no response came. `first`: the message that the page came with. */
export function useCall(noAnswer: string, first: string | null = null): Call {
  const [busy, start] = useTransition();
  const [message, tell] = useState(first);
  // State would be too late for the second press of a double click.
  const isCalling = useRef(false);

  const run: Call["run"] = (call, then) => {
    if (isCalling.current) return;
    isCalling.current = true;
    tell(null);
    start(async () => {
      const answered = call().finally(() => {
        isCalling.current = false;
      });
      await answered.then(then, (error: unknown) => tell(refusalIn(error) ?? noAnswer));
    });
  };
  return { run, message, tell, busy };
}

/** The reason why the request did not reach its action; null if the connection was lost. */
function refusalIn(error: unknown): string | null {
  // Actions redirect by throwing.
  unstable_rethrow(error);
  const isRefusal = error instanceof Error && error.message.startsWith(REFUSAL_PREFIX);
  return isRefusal ? error.message.slice(REFUSAL_PREFIX.length) : null;
}
