import { expect, it } from "vitest";
import { countWorkers } from "../../../server/workers";

it.each([
  [1, null],
  [2, null],
  [3, 2],
  [9, 8],
  [64, 8],
])("%i cores: %s workers", (cores, workers) => {
  expect(countWorkers({ WEB_CONCURRENCY: undefined }, cores)).toBe(workers);
});

it("as many as are asked for, even one", () => {
  expect(countWorkers({ WEB_CONCURRENCY: 1 }, 8)).toBe(1);
  expect(countWorkers({ WEB_CONCURRENCY: 12 }, 2)).toBe(12);
});
