/** An entity of which an owner holds some verbs, on all records. */
import { VERBS, type Verb } from "@/lib/model";
import type { EntityPermissions, FurtherPermission, VerbPermission } from "@/lib/tokens/permissions";

export function entityRights(entityKey: string, held: Verb[], further: FurtherPermission[] = []): EntityPermissions {
  const permission = (verb: Verb): VerbPermission =>
    held.includes(verb) ? { held: true, someRecords: false } : { held: false, reason: `Not ${verb}.` };
  return {
    entityKey,
    label: entityKey,
    pluralLabel: entityKey,
    description: null,
    verbs: Object.fromEntries(VERBS.map((verb) => [verb, permission(verb)])) as Record<Verb, VerbPermission>,
    further,
    hiddenFieldCount: 0,
    fields: [],
    limiting: [],
  };
}

/** One that is held on all records. */
export function furtherRight(verb: string, more: Partial<FurtherPermission> = {}): FurtherPermission {
  return {
    verb,
    permission: { held: true, someRecords: false },
    use: "",
    worksWith: ["update"],
    neededToCreate: false,
    ...more,
  };
}
