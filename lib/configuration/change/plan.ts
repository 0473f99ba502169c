/**
 * What applying a file would do, without doing it: the document that would be in force, and the changes that lead there.
 * `config diff` shows it, `config apply` carries it out.
 */
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../postgres/connection";
import { longTransaction } from "../../postgres/transaction";
import { type ConfigurationRow, findCurrentConfiguration } from "../../store/configuration";
import { listMemberSettings, type MemberSettings } from "../../store/people/members";
import { countRecords, countValues } from "../../store/records/entity-data";
import type { OrganizationDocument, StoredDocument } from "../schema";
import { type Change, diffDocuments } from "./diff";
import { keepHeld, type Missing } from "./keep";
import { type Mode, planMembers, withRolesOf } from "./members";

export type ApplyPlan = {
  /** null for a new organisation. */
  current: ConfigurationRow | null;
  before: StoredDocument | null;
  after: StoredDocument;
  /** Those to be written: new, changed and, in prune mode, deactivated ones. */
  members: MemberSettings[];
  changes: Change[];
  kept: Change[];
};

export async function diffConfiguration(file: OrganizationDocument, mode: Mode): Promise<ApplyPlan> {
  return longTransaction(async (transaction) => {
    const current = await findCurrentConfiguration(transaction, file.organization.key);
    return planApply(transaction, current, file, mode);
  });
}

export async function planApply(
  transaction: Connection,
  current: ConfigurationRow | null,
  file: OrganizationDocument,
  mode: Mode,
): Promise<ApplyPlan> {
  const wanted = toStored(file);
  if (current === null) {
    const { members, changes } = planMembers([], file.members ?? null, mode);
    return {
      current,
      before: null,
      after: wanted,
      members,
      changes: [...diffDocuments(null, wanted), ...changes],
      kept: [],
    };
  }
  const before = current.document as unknown as StoredDocument;
  // Of the roles that come with this file, too: who has such a key from before loses it where the file does not give it.
  const stored = withRolesOf([before, wanted], await listMemberSettings(transaction, current.organizationId));
  const { members, changes: memberChanges } = planMembers(stored, file.members ?? null, mode);
  const missing = await findMissing(transaction, current, before, wanted);
  const after = mode === "prune" ? wanted : keepHeld(before, wanted, missing);
  return {
    current,
    before,
    after,
    members,
    changes: [...diffDocuments(before, after).map((change) => noteLoss(change, missing)), ...memberChanges],
    kept: diffDocuments(wanted, after)
      .filter((change) => change.action === "add")
      .map((change) => noteLoss({ ...change, action: "keep" }, missing)),
  };
}

/** The entities of the current configuration that the file does not leave exactly as they are. */
export function touchedEntities(before: StoredDocument, file: OrganizationDocument): string[] {
  const wanted = new Map(toStored(file).entities.map((entity) => [entity.key, entity]));
  return before.entities.filter((entity) => !isDeepStrictEqual(entity, wanted.get(entity.key))).map(({ key }) => key);
}

/** As it comes back from the store: without the parts that live elsewhere, and without members that are undefined. */
function toStored({ organization, entities, roles }: OrganizationDocument): StoredDocument {
  return JSON.parse(JSON.stringify({ organization, entities, roles: roles ?? [] } satisfies StoredDocument));
}

async function findMissing(
  transaction: Connection,
  current: ConfigurationRow,
  before: StoredDocument,
  wanted: StoredDocument,
): Promise<Missing> {
  const entities = new Map<string, number>();
  const fields = new Map<string, Map<string, number>>();
  for (const entity of before.entities) {
    const id = current.entityIds.get(entity.key);
    if (id === undefined) continue;
    const next = wanted.entities.find((other) => other.key === entity.key);
    if (next === undefined) {
      entities.set(entity.key, await countRecords(transaction, id));
      continue;
    }
    const counts = new Map<string, number>();
    for (const field of entity.fields) {
      if (next.fields.some((other) => other.key === field.key)) continue;
      counts.set(field.key, await countValues(transaction, id, field.key));
    }
    if (counts.size > 0) fields.set(entity.key, counts);
  }
  return { entities, fields };
}

/** Says how much data goes, or stays, with what is removed or kept. */
function noteLoss(change: Change, missing: Missing): Change {
  if (change.action !== "remove" && change.action !== "keep") return change;
  const notes = [
    ...[...missing.entities].map(([entity, records]) => ({
      subject: `entity ${entity}`,
      note: plural(records, "record"),
    })),
    ...[...missing.fields].flatMap(([entity, counts]) =>
      [...counts].map(([field, values]) => ({
        subject: `entity ${entity}, field ${field}`,
        note: plural(values, "value"),
      })),
    ),
  ];
  const found = notes.find(({ subject }) => subject === change.subject);
  if (found === undefined) return change;
  // An entity without records is kept for one reason only.
  const isReferredTo = change.action === "keep" && found.note === "0 records";
  return { ...change, note: isReferredTo ? "a kept field refers to it" : found.note };
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
