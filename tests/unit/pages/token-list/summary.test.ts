/** What the list says of itself. */
import { expect, it } from "vitest";
import { formatRange } from "@/components/ui/list-range";

it.each([
  [1, { all: 1, found: 1, before: 0 }, "1 token"],
  [3, { all: 120, found: 3, before: 0 }, "3 of 120 tokens"],
  [50, { all: 10_000, found: 10_000, before: 0 }, "10,000 tokens, 1 to 50 shown"],
  [20, { all: 120, found: 120, before: 100 }, "120 tokens, 101 to 120 shown"],
  [50, { all: 10_000, found: 3412, before: 50 }, "3,412 of 10,000 tokens, 51 to 100 shown"],
  [0, { all: 1, found: 0, before: 0 }, "0 of 1 token"],
])("of %i rows, %j: %s", (shown, counted, summary) => {
  expect(formatRange({ shown, ...counted }, { one: "token", several: "tokens" })).toBe(summary);
});
