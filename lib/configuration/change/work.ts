/** Estimates what applying a plan does to stored records, and how long that takes. Reads only. */
import { longTransaction } from "../../postgres/administration";
import type { Connection } from "../../postgres/connection";
import { countRecords } from "../../store/records/entity-data";
import type { OrganizationDocument } from "../schema";
import type { EntityChange } from "./entity-changes";
import type { Mode } from "./members";
import { type ApplyPlan, findInForce, planApply } from "./plan";
import { countNewIndexes } from "./tables";

/** `writers` of the entity are refused while its records are rewritten. */
export type Work = {
  entity: string;
  records: number;
  rewritten: boolean;
  indexes: number;
  writers: "go on" | "paused";
  seconds: number;
};

/** Measured on two shared cores (docs/performance.md). Derived columns take most of the time. */
const REWRITTEN_PER_SECOND = { inPlace: 12_000, derived: 3_000 };
const INDEXED_PER_SECOND = 50_000;

export async function diffConfiguration(file: OrganizationDocument, mode: Mode) {
  return longTransaction(async (transaction) => {
    const current = await findInForce(transaction, file.organization.key);
    const plan = await planApply(transaction, current, file, mode);
    return { ...plan, work: await findWork(transaction, plan) };
  });
}

/** Lists the entities with records that are rewritten or get indexes. */
export async function findWork(connection: Connection, plan: ApplyPlan): Promise<Work[]> {
  const newIndexes = countNewIndexes(plan);
  const works: Work[] = [];
  for (const change of plan.entityChanges) {
    const { key, id } = change.entity;
    const indexes = newIndexes.get(key) ?? 0;
    if (change.form === null && indexes === 0) continue;
    const records = await countRecords(connection, id);
    if (records > 0) works.push(workOf(change, records, indexes));
  }
  return works;
}

function workOf({ entity, form }: EntityChange, records: number, indexes: number): Work {
  const perSecond = REWRITTEN_PER_SECOND[form?.derivedAnew ? "derived" : "inPlace"];
  const rewriteSeconds = form === null ? 0 : 1 + records / perSecond;
  return {
    entity: entity.key,
    records,
    rewritten: form !== null,
    indexes,
    writers: form === null ? "go on" : "paused",
    seconds: Math.ceil(rewriteSeconds + (indexes * records) / INDEXED_PER_SECOND),
  };
}
