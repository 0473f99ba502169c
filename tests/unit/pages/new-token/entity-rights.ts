/** An entity of which an owner holds some verbs, on all records. */
import { VERBS, type Verb } from "@/lib/model";
import type { EntityRights, FurtherRight, VerbRight } from "@/lib/tokens/permissions";

export function entityRights(entityKey: string, held: Verb[], further: FurtherRight[] = []): EntityRights {
  const right = (verb: Verb): VerbRight =>
    held.includes(verb) ? { held: true, someRecords: false } : { held: false, reason: `Not ${verb}.` };
  return {
    entityKey,
    label: entityKey,
    pluralLabel: entityKey,
    description: null,
    verbs: Object.fromEntries(VERBS.map((verb) => [verb, right(verb)])) as Record<Verb, VerbRight>,
    further,
    fieldCount: 3,
    hiddenFieldCount: 0,
    fieldsToRead: [],
  };
}

/** One that is held on all records. */
export function furtherRight(verb: string, more: Partial<FurtherRight> = {}): FurtherRight {
  return {
    verb,
    right: { held: true, someRecords: false },
    use: "",
    worksWith: ["update"],
    neededToCreate: false,
    ...more,
  };
}
