/** The list of what the Next door answers itself stays true: every name in it is a row that exists. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NEXT_DIFFERENCES } from "../../support/next-differences";

describe("what Next answers itself", () => {
  it("names rows, each with its reason", async () => {
    const files = (await readdir("tests/api", { recursive: true })).filter((file) => file.endsWith(".test.ts"));
    const text = (await Promise.all(files.map((file) => readFile(join("tests/api", file), "utf8")))).join("\n");
    for (const [guarantee, reason] of Object.entries(NEXT_DIFFERENCES)) {
      expect(text, guarantee).toContain(guarantee);
      expect(reason).toMatch(/\w+ \w+/);
    }
  });
});
