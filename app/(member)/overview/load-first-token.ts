import type { FirstEntity } from "@/components/tokens/secret-lines";
import type { Member } from "@/lib/model";
import { latestExpiry } from "@/lib/tokens/policy";
import { freeNameLike } from "../tokens/new/clone";
import { expiryOf, type FormRequest, firstDraft, toRequest } from "../tokens/new/draft";
import { expiryOptions } from "../tokens/new/expiry-options";
import { loadForm } from "../tokens/new/load-form";
import { listedEntities } from "../tokens/new/review/reach";

type Labels = { name: string; purpose: string };

export const FIRST_TOKEN: Labels = { name: "My first token", purpose: "To try the API" };

export type FirstTokenRequest = { request: FormRequest; firstEntity: FirstEntity | null };

/** null: the member can read nothing, so only they can decide what the token should do. */
export async function loadFirstToken(member: Member, labels: Labels): Promise<FirstTokenRequest | null> {
  const { form, usual } = await loadForm(member);
  const { permissions, policy, now, names } = form;
  const draft = firstDraft(permissions, usual);
  const expires = expiryOf(draft, expiryOptions(policy, now), latestExpiry(policy, now));
  if (draft.preset !== "read only" || expires === undefined) return null;
  const name = names.includes(labels.name) ? freeNameLike(labels.name, names) : labels.name;
  const request = toRequest({ ...draft, name, purpose: labels.purpose }, expires);
  const [listed] = listedEntities(request.scopes, permissions);
  return {
    request,
    firstEntity: listed ? { entityKey: listed.entityKey, pluralLabel: listed.pluralLabel } : null,
  };
}
