/** What a clause is, and what became of it. */
import type { Session } from "./session";

export type Clause = {
  /** Of docs/specification.md. */
  chapter: string;
  /** What holds, in one sentence. */
  says: string;
  /** Throws where it does not hold; throws Inapplicable where this deployment gives no occasion to see. */
  check: (session: Session) => Promise<void>;
};

export type Outcome = { chapter: string; says: string; result: "passed" | "failed" | "skipped"; reason: string | null };

export class Inapplicable extends Error {}

/** In order, one after the other: a deployment in use should hardly notice. */
export async function runClauses(clauses: readonly Clause[], session: Session): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { chapter, says, check } of clauses) {
    outcomes.push({ chapter, says, ...(await check(session).then(() => PASSED, outcomeOf)) });
  }
  return outcomes;
}

const PASSED = { result: "passed", reason: null } as const;

function outcomeOf(error: unknown): Pick<Outcome, "result" | "reason"> {
  const text = error instanceof Error ? error.message : String(error);
  return {
    result: error instanceof Inapplicable ? "skipped" : "failed",
    reason: text.split("\n\n")[0]?.slice(0, 500) ?? "",
  };
}
