/** What PostgreSQL would do for the statements that a piece of work sends: asked of its own planner. */
import pg from "pg";
import { vi } from "vitest";
import { transaction } from "@/lib/postgres/transaction";
import { query } from "../configuration/database";

type Statement = { text: string; values: unknown[] };
type Explained = { "QUERY PLAN": { Plan: Node }[] };
type Node = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Node[];
};

/** The statements that were sent while the work was done, whoever sent them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return spy.mock.calls.map(([given]) => given as unknown as Statement).filter(isStatement);
  } finally {
    spy.mockRestore();
  }
}

/** Every way in which the statement reads a table, as `node: index`, or `node: table` where it uses none; and its sorts. */
export async function waysOf({ text, values }: Statement): Promise<string[]> {
  return waysIn(await query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, values));
}

/** The same under the plan that PostgreSQL keeps for all values, which it guesses at. */
export async function keptWaysOf({ text, values }: Statement): Promise<string[]> {
  return transaction(async (database) => {
    await database.query("SET LOCAL plan_cache_mode = force_generic_plan");
    await database.query(`PREPARE explained AS ${text}`);
    try {
      const given = values.length === 0 ? "" : `(${values.map(literalOf).join(", ")})`;
      return waysIn((await database.query<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE explained${given}`)).rows);
    } finally {
      await database.query("DEALLOCATE explained");
    }
  });
}

function literalOf(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (value instanceof Uint8Array) return pg.escapeLiteral(`\\x${Buffer.from(value).toString("hex")}`);
  const text = Array.isArray(value)
    ? `{${value.map((each) => JSON.stringify(String(each))).join(",")}}`
    : String(value);
  return pg.escapeLiteral(text);
}

function waysIn([row]: Explained[]): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    const type = node["Node Type"].replace("Index Only Scan", "Index Scan");
    if (type === "Sort") found.push(type);
    if (/Scan/.test(type) && (node["Index Name"] ?? node["Relation Name"]) !== undefined) {
      found.push(`${type}: ${withoutId(node["Index Name"] ?? node["Relation Name"] ?? "")}`);
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  for (const { Plan } of row?.["QUERY PLAN"] ?? []) visit(Plan);
  return [...new Set(found)].sort();
}

/** Of the one statement that the work sends. */
export async function waysOfOne(work: () => Promise<unknown>): Promise<string[]> {
  return waysOf(await oneStatementOf(work));
}

export async function keptWaysOfOne(work: () => Promise<unknown>): Promise<string[]> {
  return keptWaysOf(await oneStatementOf(work));
}

async function oneStatementOf(work: () => Promise<unknown>): Promise<Statement> {
  const statements = await statementsOf(work);
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) throw new Error(`It sent ${statements.length} statements.`);
  return statement;
}

/** A partition is called by its entity's id, its indexes by digests of fields. */
function withoutId(name: string): string {
  return name.replace(/^r_[0-9a-f]{32}/, "records").replace(/_[0-9a-f]{16}$/, "");
}

function isStatement(given: unknown): given is Statement {
  return typeof given === "object" && given !== null && "text" in given && "values" in given;
}
