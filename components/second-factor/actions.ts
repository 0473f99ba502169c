"use server";
/** The server actions of a member's own second factor. lib/session checks the codes. */
import { z } from "zod";
import { enrolmentAction, freshMemberAction } from "@/lib/session/action";
import { enrol, renewRecoveryCodes, turnOff } from "@/lib/session/second-factor/enrolment";
import { OUT_OF_DATE, refusalMessage } from "@/lib/session/sign-in-messages";

/** `recoveryCodes` are only ever in this response. */
export type CodesShown = { recoveryCodes: string[] } | { said: string };

const code = z.string().max(100);

export const setUp = enrolmentAction(
  z.strictObject({ sealed: z.string().max(1_000), code }),
  async (sent, signedIn): Promise<CodesShown> => {
    const outcome = await enrol(signedIn, sent);
    if (outcome.kind === "enrolled") return { recoveryCodes: outcome.recoveryCodes };
    if (outcome.kind === "exists") return { said: "You have a second factor already, set up in another tab." };
    return { said: outcome.kind === "out of date" ? OUT_OF_DATE : refusalMessage(outcome) };
  },
);

export const createRecoveryCodes = freshMemberAction(
  z.strictObject({ code }),
  async (sent, signedIn): Promise<CodesShown> => {
    const outcome = await renewRecoveryCodes(signedIn, sent.code);
    return outcome.kind === "renewed" ? { recoveryCodes: outcome.recoveryCodes } : { said: refusalMessage(outcome) };
  },
);

/** `off`: the second factor is off, so reload the page. */
export const turnOffSecondFactor = freshMemberAction(
  z.strictObject({ password: z.string().max(1_000), code }),
  async (sent, signedIn): Promise<{ off: true } | { said: string }> => {
    const outcome = await turnOff(signedIn, sent);
    if (outcome.kind === "off") return { off: true };
    return { said: outcome.kind === "wrong password" ? "That is not your password." : refusalMessage(outcome) };
  },
);
