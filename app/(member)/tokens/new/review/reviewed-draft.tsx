"use client";
/** The review beside the form. It is rendered after the form, because with many entities it takes longer than a click should. */
import { memo } from "react";
import { withoutUnfinished } from "@/components/tokens/limits/limits-draft";
import type { TokenPolicy } from "@/lib/model";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { OwnerWords } from "@/lib/tokens/owner-words";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import { latestExpiry } from "@/lib/tokens/policy";
import { type Draft, expiryOf, limitsOfDraft, scopesOf } from "../draft";
import { expiryOptions } from "../expiry-options";
import { listedEntities } from "./reach";
import { ReviewPanel } from "./review-panel";
import { TryOut } from "./try-out";

type ReviewedDraftProps = {
  draft: Draft;
  page: PageMember;
  permissions: EntityPermissions[];
  policy: TokenPolicy;
  now: Date;
  words: OwnerWords;
  requestsPerMinute: number;
  accountId: string | undefined;
  /** Returns the message to show, or null if a dialog shows it. */
  onRefusal: (refusal: ActionRefusal, again: () => void) => string | null;
};

export const ReviewedDraft = memo(function ReviewedDraft(props: ReviewedDraftProps) {
  const { draft, page, permissions, policy, now, words, requestsPerMinute, accountId, onRefusal } = props;
  const [scopes, limits] = [scopesOf(draft), limitsOfDraft(draft)];
  const finished = limitsOfDraft({ ...draft, limits: withoutUnfinished(draft.limits) });
  const expires = expiryOf(draft, expiryOptions(policy, now), latestExpiry(policy, now));
  return (
    <ReviewPanel {...{ scopes, permissions, words, expires, requestsPerMinute }} limits={finished}>
      <TryOut {...{ page, scopes, limits, accountId, onRefusal }} listed={listedEntities(scopes, permissions)} />
    </ReviewPanel>
  );
});
