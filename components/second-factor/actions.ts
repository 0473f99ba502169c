"use server";
/** The server actions of a member's own second factor. lib/session checks the codes. */
import { z } from "zod";
import { enrolmentAction, freshMemberAction } from "@/lib/session/action";
import { enrol, renewRecoveryCodes, turnOff } from "@/lib/session/second-factor/enrolment";
import { CODE_REFUSED, CODE_USED, OUT_OF_DATE, SIGN_IN_BUSY, waitMessage } from "@/lib/session/sign-in-messages";

/** `recoveryCodes` are only ever in this response. */
export type CodesShown = { recoveryCodes: string[] } | { said: string };

const code = z.string().max(100);

export const setUp = enrolmentAction(
  z.strictObject({ sealed: z.string().max(1_000), code }),
  async (sent, signedIn): Promise<CodesShown> => {
    const outcome = await enrol(signedIn, sent);
    if (outcome.kind === "enrolled") return { recoveryCodes: outcome.recoveryCodes };
    if (outcome.kind === "wrong") return { said: CODE_REFUSED };
    if (outcome.kind === "wait") return { said: waitMessage(outcome.seconds) };
    if (outcome.kind === "exists") return { said: "You have a second factor already, set up in another tab." };
    return { said: OUT_OF_DATE };
  },
);

export const createRecoveryCodes = freshMemberAction(
  z.strictObject({ code }),
  async (sent, signedIn): Promise<CodesShown> => {
    const outcome = await renewRecoveryCodes(signedIn, sent.code);
    return outcome.kind === "renewed" ? { recoveryCodes: outcome.recoveryCodes } : { said: toMessage(outcome) };
  },
);

/** `off`: the second factor is off, so reload the page. */
export const turnOffSecondFactor = freshMemberAction(
  z.strictObject({ password: z.string().max(1_000), code }),
  async (sent, signedIn): Promise<{ off: true } | { said: string }> => {
    const outcome = await turnOff(signedIn, sent);
    if (outcome.kind === "off") return { off: true };
    if (outcome.kind === "wrong password") return { said: "That is not your password." };
    if (outcome.kind === "busy") return { said: SIGN_IN_BUSY };
    return { said: toMessage(outcome) };
  },
);

function toMessage(outcome: { kind: "wrong" | "used" } | { kind: "wait"; seconds: number }): string {
  if (outcome.kind === "wait") return waitMessage(outcome.seconds);
  return outcome.kind === "used" ? CODE_USED : CODE_REFUSED;
}
