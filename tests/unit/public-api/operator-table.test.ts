/** The table of operators lists each of them once, and getting-started.md contains it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPERATOR_ROWS, operatorTable, typesOf } from "@/lib/public-api/reference/operator-table";
import { FIELD_OPERATORS } from "@/lib/query/filter/operators";

it("has every operator that a field can take, once, and each in a row whose types all take it", () => {
  const shown = OPERATOR_ROWS.flatMap((row) =>
    row.operators.flatMap((operator) => typesOf(row).map((type) => `${type} ${operator}`)),
  );
  const known = Object.entries(FIELD_OPERATORS).flatMap(([type, operators]) =>
    operators.map((operator) => `${type} ${operator}`),
  );
  expect(shown.toSorted()).toEqual(known.toSorted());
});

it("is in docs/getting-started.md as it is in /llms.txt", () => {
  expect(readFileSync("docs/getting-started.md", "utf8")).toContain(`\n${operatorTable()}\n`);
});
