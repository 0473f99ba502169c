"use server";
/** Makes a token of the filled-in form. The secret is in this answer, and nowhere else. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { type ActionRefusal, freshMemberForAction } from "@/lib/session/action";
import { actorOf } from "@/lib/session/actor";
import type { PageMember } from "@/lib/session/page-member";
import { createTokenOnce } from "@/lib/tokens/create-once";
import { type TokenProblem, TokenRefused } from "@/lib/tokens/policy";
import { parseForm, type SentForm } from "./parse-form";

export type CreateAnswer =
  | { created: NewSecret }
  | { createdBefore: { id: string; name: string; hint: string } }
  | { problems: TokenProblem[] }
  | ActionRefusal;

export async function createTokenOfForm(page: PageMember, sent: SentForm): Promise<CreateAnswer> {
  const signedIn = await freshMemberForAction(page);
  if ("refused" in signedIn) return signedIn;
  const form = parseForm(sent);
  if (form === null) return { refused: "forbidden" };
  try {
    const once = await createTokenOnce(signedIn.member, form.request, actorOf(signedIn), form.formId);
    if (once.kind === "created before") return { createdBefore: once.token };
    const { id, hint, text, expires } = once.token;
    return { created: { id, name: form.request.name.trim(), hint, text, expires } };
  } catch (error) {
    if (error instanceof TokenRefused) return { problems: error.problems };
    throw error;
  }
}
