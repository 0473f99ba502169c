"use server";
/** Creates a token from the filled-in form. The secret is only ever in this response. */
import type { NewSecret } from "@/components/tokens/secret-once";
import { freshMemberAction } from "@/lib/session/action";
import { formAction } from "@/lib/session/form-action";
import { actorOf, type SignedIn } from "@/lib/session/visitor";
import { createTokenOnce } from "@/lib/tokens/change/create";
import { latestExpiry, type TokenProblem, type TokenRequest, toProblems } from "@/lib/tokens/policy";
import { findKeptAccount } from "@/lib/tokens/read/kept-tokens";
import { creation, type PostedCreation, postedCreation } from "../action-input";
import { expiryOf, findDraftProblems, toRequest } from "./draft";
import { expiryOptions } from "./expiry-options";
import { loadForm } from "./load-form";
import { draftOfPosted, readPostedForm } from "./posted-form";

export type Created =
  | { created: NewSecret }
  | { createdBefore: { id: string; name: string; hint: string } }
  | { problems: TokenProblem[] };

export const createTokenOfForm = freshMemberAction(creation, ({ request, ...form }, signedIn) =>
  create(form, signedIn, async () => request),
);

/** `sent`: for the form, if it is rendered again. */
export type PostedCreated = Created & { sent?: PostedCreation };

const createPosted = freshMemberAction(postedCreation, ({ formId, accountId, ...posted }, signedIn) =>
  create({ formId, accountId }, signedIn, async (owner) => {
    const { permissions, policy, now } = (await loadForm(owner)).form;
    const draft = draftOfPosted({ formId, ...posted }, permissions);
    const expires = expiryOf(draft, expiryOptions(policy, now), latestExpiry(policy, now));
    const problems = findDraftProblems(draft, expires, policy, now);
    return expires === undefined || problems.length > 0 ? { problems } : toRequest(draft, expires);
  }),
);

/** The same form, submitted by the browser without scripts. */
export const createTokenByPost = formAction<PostedCreation, Created, PostedCreated>(createPosted, {
  read: readPostedForm,
  conclude: (created) => created,
  keepsSent: true,
});

type Form = { formId: string; accountId?: string | undefined };
type Owner = SignedIn["member"];

async function create(
  { formId, accountId }: Form,
  signedIn: SignedIn,
  requestOf: (owner: Owner) => Promise<TokenRequest | { problems: TokenProblem[] }>,
): Promise<Created> {
  const owner = accountId === undefined ? signedIn.member : await findKeptAccount(accountId, signedIn.member);
  if (owner === null) return { problems: [NOT_KEPT] };
  const request = await requestOf(owner);
  if ("problems" in request) return request;
  const once = await createTokenOnce(owner, request, actorOf(signedIn), formId).catch(toProblems);
  if ("problems" in once) return once;
  if (once.kind === "created before") return { createdBefore: once.token };
  const { id, hint, text, expires } = once.token;
  return { created: { id, name: request.name.trim(), hint, text, expires } };
}

const NOT_KEPT: TokenProblem = { part: "name", message: "the tokens of this account are no longer yours to manage" };
