/** The alert rules (deploy/alerts.yaml): each is about metrics that the code has, and the runbook says where to begin. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const rules = readFileSync("deploy/alerts.yaml", "utf8")
  .split("- alert: ")
  .slice(1)
  .map((text) => ({ name: text.split("\n")[0] ?? "", text }));
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
const runbook = readFileSync("docs/operate.md", "utf8");
const code = ["lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8")),
);

it.each(rules)("$name has an expression, a severity and a summary, and names metrics that the code has", ({ text }) => {
  expect(text).toMatch(/^ +expr: \S/m);
  expect(text).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m);
  expect(text).toMatch(/^ +annotations: \{ summary: ".+\." \}$/m);
  const metrics = (text.match(/\brecords_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, ""));
  expect(metrics.filter((name) => !code.some((file) => file.includes(`"${name}"`)))).toEqual([]);
});

it("are the alerts of the runbook, and no others", () => {
  const described = [...runbook.matchAll(/`(Records[A-Z]\w+)`/g)].map(([, name]) => name);
  expect(described.sort()).toEqual(rules.map(({ name }) => name).sort());
});

it.skipIf(!hasPromtool)(
  "are valid to Prometheus, and fire when they should (skipped where promtool is not installed)",
  () => {
    execFileSync("promtool", ["check", "rules", "deploy/alerts.yaml"], { encoding: "utf8" });
    execFileSync("promtool", ["test", "rules", "tests/unit/alerts.promtool.yaml"], { encoding: "utf8" });
  },
);
