import { formatVerbs } from "@/components/tokens/format-verbs";
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import { draftOfLimits, findLimitProblems, type LimitsDraft, toLimits } from "@/components/tokens/limits/limits-draft";
import type { MarkKind } from "@/components/tokens/matrix/mark";
import { type Scopes, type TokenLimits, VERBS, type VerbWord } from "@/lib/model";
import type { TokenLabels } from "@/lib/tokens/change/edit";
import { describeTightening, limitNames } from "@/lib/tokens/limit-words";
import { findLoosening, normalizeLimits } from "@/lib/tokens/limits";
import { NAMED_ENTITIES } from "@/lib/tokens/named-entities";
import { nameProblems, purposeProblems, type TokenProblem } from "@/lib/tokens/policy";
import type { EntityEffect } from "@/lib/tokens/read/detail";
import type { SentEdit } from "../../action-input";
import type { Permission, Selection } from "../../new/access/access-selection";

/** `removed`: not what is kept, because the token can gain permissions while the page is open. */
export type EditDraft = TokenLabels & { removed: Selection; limits: LimitsDraft };

type Edited = TokenLabels & { limits: TokenLimits };

export function draftOfEdit({ name, purpose, limits }: Edited, removed: readonly Permission[]): EditDraft {
  return { name, purpose, removed: new Set(removed), limits: draftOfLimits(limits) };
}

export function problemsIn(
  { name, purpose, limits }: EditDraft,
  held: TokenLimits,
  policy: { requirePurpose: boolean },
): TokenProblem[] {
  const typed = toLimits(limits);
  const wrong = findLimitProblems(limits);
  return [
    ...nameProblems(name.trim()),
    ...purposeProblems(purpose.trim(), policy),
    ...(wrong.length > 0 ? wrong : findLoosening(held, normalizeLimits(typed))),
  ];
}

/** `lost`, `tightened`: what cannot be given back. `text`: all changes; empty if nothing changes. */
export type Changes = { labels: boolean; lost: string; tightened: string[]; text: string };

type Before = { shown: TokenLabels; access: EntityEffect[]; limits: TokenLimits; entities: LimitableEntity[] };

export function changesIn(draft: EditDraft, { shown, access, limits, entities }: Before): Changes {
  const labels = draft.name !== shown.name || draft.purpose !== shown.purpose;
  const lost = formatLosing(losingEntities(access, draft.removed));
  const typed = toLimits(draft.limits);
  const isSound =
    findLimitProblems(draft.limits).length === 0 && findLoosening(limits, normalizeLimits(typed)).length === 0;
  const tightened = isSound ? describeTightening(limits, normalizeLimits(typed), limitNames(entities)) : [];
  const parts = [
    labels ? "Another name or purpose." : "",
    lost === "" ? "" : `Will be removed: ${lost}.`,
    tightened.length === 0 ? "" : `From now on: ${tightened.join("; ")}.`,
  ];
  return { labels, lost, tightened, text: parts.filter(Boolean).join(" ") };
}

type Sending = { tokenId: string; shown: TokenLabels; access: EntityEffect[]; changes: Changes };

/** Sends only what was changed, because the rest may have changed elsewhere. */
export function toEdit(draft: EditDraft, { tokenId, shown, access, changes }: Sending): SentEdit {
  const { name, purpose, removed, limits } = draft;
  return {
    tokenId,
    ...(changes.labels && { labels: { name, purpose, shown } }),
    ...(changes.lost !== "" && { scopes: keptScopes(access, removed) }),
    ...(changes.tightened.length > 0 && { limits: toLimits(limits) }),
  };
}

type Stored = { sent: TokenLabels; kind: string; shown: TokenLabels; now: TokenLabels };

/** Unchanged fields follow the stored values. Typed text stays until it is saved. */
export function withLabels(draft: EditDraft, { sent, kind, shown, now }: Stored): EditDraft {
  const follow = (part: keyof TokenLabels) =>
    draft[part] === sent[part] && (kind !== "changed meanwhile" || draft[part] === shown[part])
      ? now[part]
      : draft[part];
  return { ...draft, name: follow("name"), purpose: follow("purpose") };
}

export function grantedPermissions(access: readonly EntityEffect[]): Permission[] {
  return access.flatMap((entity) => grantedVerbs(entity).map((verb): Permission => `${entity.entityKey}:${verb}`));
}

function keptScopes(access: readonly EntityEffect[], removed: Selection): NonNullable<Scopes> {
  return access
    .map((entity) => ({
      entity: entity.entityKey,
      verbs: grantedVerbs(entity).filter((verb) => !removed.has(`${entity.entityKey}:${verb}`)),
    }))
    .filter(({ verbs }) => verbs.length > 0);
}

export type LosingEntity = EntityEffect & { lost: VerbWord[] };

export function losingEntities(access: readonly EntityEffect[], removed: Selection): LosingEntity[] {
  return access
    .map((entity) => ({
      ...entity,
      lost: grantedVerbs(entity).filter((verb) => removed.has(`${entity.entityKey}:${verb}`)),
    }))
    .filter(({ lost }) => lost.length > 0);
}

/** "delete on Contacts; create, update on Deals"; only the first few of many entities. */
function formatLosing(losing: readonly LosingEntity[]): string {
  const named = losing.length > NAMED_ENTITIES + 1 ? losing.slice(0, NAMED_ENTITIES) : losing;
  const words = formatVerbs(named.map(({ pluralLabel, lost }) => ({ pluralLabel, verbs: lost })));
  return losing.length === named.length ? words : `${words}; and more on ${losing.length - named.length} others`;
}

export function markOfLosing(entity: LosingEntity, verb: VerbWord): { kind: MarkKind; text: string } {
  if (entity.lost.includes(verb)) return { kind: "taken away", text: "Removed" };
  if (grantedVerbs(entity).includes(verb)) return { kind: "allowed", text: "Stays" };
  return { kind: "not granted", text: "Not granted" };
}

/** The four standard verbs in their order, then the further ones. */
function grantedVerbs({ verbs, further }: EntityEffect): VerbWord[] {
  return [...VERBS.filter((verb) => verbs[verb].granted), ...further.map(({ verb }) => verb)];
}
