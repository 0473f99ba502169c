"use server";
import { z } from "zod";
import { findMember, publicAction } from "@/lib/session/action";
import { signIn, signInWithFactor } from "@/lib/session/sign-in";
import {
  CODE_REFUSED,
  CODE_USED,
  confirmRefused,
  HALF_SIGN_IN_ENDED,
  OUT_OF_DATE,
  SIGN_IN_BUSY,
  waitMessage,
} from "@/lib/session/sign-in-messages";
import { pageMember, switchOrganization } from "@/lib/session/visitor";

/** `second-factor`: the code has to follow, with `half`. `half-ended`: the password is needed again. */
type Confirmation =
  | { kind: "confirmed" }
  | { kind: "second-factor"; half: string }
  | { kind: "refused" | "half-ended"; message: string };

/** A normal sign-in with its limits. It stays in the page's organization: with another one Next would change the page. */
export const confirmIdentity = publicAction(
  z.tuple([pageMember, z.string()]),
  async ([page, password]): Promise<Confirmation> => {
    const outcome = await signIn({ email: page.email, password });
    if (outcome.kind === "wait") return { kind: "refused", message: waitMessage(outcome.seconds) };
    if (outcome.kind === "busy") return { kind: "refused", message: SIGN_IN_BUSY };
    if (outcome.kind === "refused") return { kind: "refused", message: confirmRefused(page.organizationName) };
    if (outcome.kind === "second-factor") return { kind: "second-factor", half: outcome.half };
    await switchOrganization(page.memberId);
    return { kind: "confirmed" };
  },
  { kind: "refused", message: OUT_OF_DATE },
);

/** The second step, if the session had ended or the last code is too old. */
export const confirmWithCode = publicAction(
  z.tuple([pageMember, z.string().max(100), z.string().max(100)]),
  async ([page, code, half]): Promise<Confirmation> => {
    const outcome = await signInWithFactor(code, half);
    if (outcome.kind === "wait") return { kind: "refused", message: waitMessage(outcome.seconds) };
    if (outcome.kind === "ended") return { kind: "half-ended", message: HALF_SIGN_IN_ENDED };
    if (outcome.kind !== "signed-in") return { kind: "refused", message: CODE_MESSAGES[outcome.kind] };
    await switchOrganization(page.memberId);
    return { kind: "confirmed" };
  },
  { kind: "refused", message: OUT_OF_DATE },
);

const CODE_MESSAGES = { wrong: CODE_REFUSED, used: CODE_USED };

/** Switches back to the organization of the page. The next action checks whether that succeeded. */
export const goOnAs = publicAction(
  z.tuple([pageMember]),
  async ([page]): Promise<"gone on"> => {
    const found = await findMember(page);
    if ("refused" in found && found.refused === "another-organization") await switchOrganization(page.memberId);
    return "gone on";
  },
  "gone on",
);
