/**
 * Rows of the API suite: one request, the response expected of it, and what must or must not have happened besides. The
 * rules that every response keeps (`response-rules.ts`) are checked on each row without being asked for.
 */
import { expect, it } from "vitest";
import { type Answer, type Call, send } from "./http";
import { errorOf, type Organization } from "./organization";
import type { MemberName } from "./organization-file";
import { expectAnswerRules, type Stage } from "./response-rules";

export type RowRequest = Call & {
  /** Whose standing token is sent; null or absent: none, unless `token` is given. */
  as?: MemberName | null;
};

export type Expectation = {
  status: number;
  /** Required by the runner on every error. */
  code?: string;
  /** The whole of `data`, written by hand; matchers only for what the server makes up. */
  data?: unknown;
  /** The fields that `error.details` names, in any order. */
  details?: string[];
  /** null: the header is absent. */
  headers?: Record<string, string | RegExp | null>;
};

export type Scenario<Given> = {
  /** Creates what only this row needs. */
  given?: () => Promise<Given> | Given;
  request: RowRequest | ((given: Given) => RowRequest);
  expect: Expectation | ((given: Given) => Expectation);
  after?: (answer: Answer, given: Given) => Promise<void> | void;
  stage?: Stage;
};

/** A status alone, or one with its code: 200, "404 RECORD_NOT_FOUND". */
type Brief = number | `${number} ${string}`;

export type Row = {
  <Given = undefined>(guarantee: string, scenario: Scenario<Given>): void;
  (guarantee: string, request: RowRequest, expected: Expectation | Brief, after?: Scenario<undefined>["after"]): void;
};

/** Rows whose callers are members of that organization, against its service or another one. */
export function rowsOf(organization: Organization, origin: () => string = () => organization.origin): Row {
  const run = <Given>(guarantee: string, scenario: Scenario<Given>) => {
    it(guarantee, async () => {
      const given = (await scenario.given?.()) as Given;
      const { as, ...call } = typeof scenario.request === "function" ? scenario.request(given) : scenario.request;
      const sent: Call = as ? { ...call, token: organization.token(as) } : call;
      const answer = await send(origin(), sent);
      expectAnswer(answer, typeof scenario.expect === "function" ? scenario.expect(given) : scenario.expect);
      expectAnswerRules(answer, sent, scenario.stage ?? "after the gate");
      await scenario.after?.(answer, given);
    });
  };
  return (guarantee: string, first: object, expected?: Expectation | Brief, after?: Scenario<undefined>["after"]) => {
    if (expected === undefined) run(guarantee, first as Scenario<unknown>);
    else run(guarantee, { request: first as RowRequest, expect: expectationOf(expected), ...(after && { after }) });
  };
}

function expectationOf(expected: Expectation | Brief): Expectation {
  if (typeof expected === "object") return expected;
  const [status, code] = String(expected).split(" ");
  return { status: Number(status), ...(code !== undefined && { code }) };
}

function expectAnswer(answer: Answer, expected: Expectation): void {
  const code = answer.status >= 400 && answer.text !== "" ? errorOf(answer).code : undefined;
  expect({ status: answer.status, code }, answer.text.slice(0, 600)).toEqual({
    status: expected.status,
    code: expected.code,
  });
  if (expected.data !== undefined) expect((answer.json as { data: unknown }).data).toStrictEqual(expected.data);
  if (expected.details !== undefined) {
    expect((errorOf(answer).details ?? []).map((detail) => detail.field).sort()).toEqual([...expected.details].sort());
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (value === null) expect(answer.headers).not.toHaveProperty(name);
    else if (typeof value === "string") expect(answer.headers[name]).toBe(value);
    else expect(answer.headers[name]).toMatch(value);
  }
}
