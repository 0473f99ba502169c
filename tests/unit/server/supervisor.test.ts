import { expect, it } from "vitest";
import { countWorkers } from "../../../server/processes/supervisor";

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [9, 8],
  [64, 8],
])("%i cores: %s processes of the API", (cores, workers) => {
  expect(countWorkers({ WEB_CONCURRENCY: undefined }, cores)).toBe(workers);
});

it("as many as requested, even one", () => {
  expect(countWorkers({ WEB_CONCURRENCY: 1 }, 8)).toBe(1);
  expect(countWorkers({ WEB_CONCURRENCY: 12 }, 2)).toBe(12);
});
