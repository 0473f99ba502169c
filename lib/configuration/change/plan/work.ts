/** Estimates what applying a plan does to stored records, and how long that takes. Reads only. */
import type { Configuration } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { longTransaction } from "../../../postgres/transaction";
import { isPending } from "../../../query/columns";
import { findCurrentConfiguration } from "../../../store/configuration";
import { countRecords } from "../../../store/records/entity-data";
import { wantedStructure } from "../../../store/records/partition-plan";
import { REQUEST_DEADLINE_MS } from "../../../time/deadline";
import { compileConfiguration, toStoredConfiguration } from "../../compile";
import type { OrganizationDocument, StoredDocument } from "../../schema";
import { type EntityChange, findEntityChanges } from "../records/entity-changes";
import { nextGuards, selectReshapings } from "../records/reshape";
import { REWRITTEN_AT_ONCE } from "../records/rewrite";
import { toPartitionPlans } from "../tables/partition";
import type { Mode } from "./members";
import { type ApplyPlan, isRunning, planApply } from "./plan";

/** `writers` never wait. */
export type Work = {
  entity: string;
  records: number;
  rewritten: boolean;
  indexes: number;
  writers: "go on";
  seconds: number;
};

/** Measured on two shared cores (docs/performance.md). */
const REWRITTEN_PER_SECOND = 2_000;
const INDEXED_PER_SECOND = 50_000;

export type Preview = ApplyPlan & { work: Work[] };

/** What `config diff` shows and `config apply` would do. */
export async function diffConfiguration(file: OrganizationDocument, mode: Mode): Promise<Preview> {
  return longTransaction(async (transaction) => {
    const current = await findCurrentConfiguration(transaction, file.organization.key);
    const plan = await planApply(transaction, current, file, mode);
    return { ...plan, work: await findWork(transaction, plan) };
  });
}

async function findWork(connection: Connection, plan: ApplyPlan): Promise<Work[]> {
  if (!isRunning(plan)) return [];
  const { current, before, after } = plan;
  const { entityIds } = current;
  const compile = (document: StoredDocument) =>
    compileConfiguration({ organizationId: "", version: 0, document, entityIds });
  const [present, wanted] = [compile(before), compile(after)].map((configuration) => indexNames(configuration));
  const unfinished = selectReshapings(toStoredConfiguration(current).reshaping, "pending");
  const works: Work[] = [];
  for (const change of findEntityChanges(plan)) {
    const { key, id } = change.entity;
    const indexes = [...(wanted?.get(key) ?? [])].filter((name) => !present?.get(key)?.has(name)).length;
    const isRewritten = isPending(change.reshaping) || Object.hasOwn(unfinished, key);
    if (!isRewritten && indexes === 0) continue;
    const records = await countRecords(connection, id);
    if (records > 0) works.push(workOf(change, records, { isRewritten, indexes }));
  }
  return works;
}

/** The names of the indexes, by entity key. */
function indexNames(configuration: Configuration): Map<string, Set<string>> {
  return new Map(
    toPartitionPlans(configuration).map((plan) => [plan.entity.key, new Set(wantedStructure(plan).indexes.keys())]),
  );
}

function workOf(
  { former, entity }: EntityChange,
  records: number,
  { isRewritten, indexes }: { isRewritten: boolean; indexes: number },
): Work {
  const isBehind = isRewritten && records > REWRITTEN_AT_ONCE;
  const drainSeconds = isBehind ? REQUEST_DEADLINE_MS / 1000 : 0;
  const isRewrittenTwice = isBehind && nextGuards(former, entity).length > 0;
  const rewriteSeconds = isRewritten ? ((isRewrittenTwice ? 2 : 1) * records) / REWRITTEN_PER_SECOND : 0;
  return {
    entity: entity.key,
    records,
    rewritten: isRewritten,
    indexes,
    writers: "go on",
    seconds: Math.ceil(drainSeconds + rewriteSeconds + (indexes * records) / INDEXED_PER_SECOND),
  };
}
