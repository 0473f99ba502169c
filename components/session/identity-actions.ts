"use server";
import { z } from "zod";
import { findMember, publicAction } from "@/lib/session/action";
import { signIn, signInWithFactor } from "@/lib/session/sign-in";
import { confirmRefused, OUT_OF_DATE, refusalMessage } from "@/lib/session/sign-in-messages";
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
    if (outcome.kind === "wait" || outcome.kind === "busy")
      return { kind: "refused", message: refusalMessage(outcome) };
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
    if (outcome.kind !== "signed-in")
      return { kind: outcome.kind === "ended" ? "half-ended" : "refused", message: refusalMessage(outcome) };
    await switchOrganization(page.memberId);
    return { kind: "confirmed" };
  },
  { kind: "refused", message: OUT_OF_DATE },
);

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
