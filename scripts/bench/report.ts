/** The report: report.json for programs, report.md and a picture for people. */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Row } from "./measure";
import { OPERATIONS } from "./operations";

/** `memory`: sentences about it, if it was measured. */
export type Report = { rows: Row[]; records: number; memory: string[] };

export function writeReport(report: Report): void {
  writeFileSync("scripts/bench/report.json", `${JSON.stringify({ rows: report.rows }, null, 2)}\n`);
  writeFileSync("scripts/bench/report.svg", chart(report.rows));
  writeFileSync("scripts/bench/report.md", markdown(report));
}

function markdown({ rows, records, memory }: Report): string {
  const sizes = [...new Set(rows.map(({ connections }) => connections))];
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  return [
    "# What a call costs",
    "",
    `${records.toLocaleString("en")} deals in the embedded PostgreSQL, server, database and load on one machine (${machine}). Made by \`npm run bench\`; the machine is shared, so compare rows of one run. CPU is per request, of the server's process and of all of PostgreSQL's. \`floor-…\` runs the same statements without any check: no token, no permissions, no limits, no envelope. [docs/performance.md](../../docs/performance.md) says how it is measured.`,
    "",
    "![Requests a second by operation](report.svg)",
    ...sizes.flatMap((connections) => [
      "",
      `## ${connections} connections`,
      "",
      ...table(rows.filter((row) => row.connections === connections)),
    ]),
    ...(memory.length === 0 ? [] : ["", "## Memory", "", ...memory.map((line) => `- ${line}`)]),
    "",
  ].join("\n");
}

function table(rows: Row[]): string[] {
  const head =
    "| operation | target | requests/s | of its floor | p50 ms | p99 ms | server CPU ms | PostgreSQL CPU ms | RSS MB |";
  return [
    head,
    head.replace(/[^|]+/g, "---"),
    ...rows.map((row) => {
      const floor = rows.find(
        ({ target, operation }) => operation === row.operation && target === `floor-${row.target}`,
      );
      const share = floor === undefined ? "" : `${(row.requestsPerSecond / floor.requestsPerSecond).toFixed(2)} ×`;
      const cells = [
        row.operation,
        row.target,
        row.requestsPerSecond,
        share,
        row.p50Ms,
        row.p99Ms,
        row.serverCpuMs,
        row.postgresCpuMs,
        row.rssMb,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

const COLORS: Record<Row["target"], string> = {
  node: "#1d6fd1",
  next: "#7a4fd0",
  "floor-node": "#9cc4f0",
  "floor-next": "#c9b6ee",
  sql: "#b9b9b9",
};
const BAR = 12;
const LEFT = 90;
const WIDTH = 860;

/** Bars of requests per second, at the fewest connections; on white, so that it is readable in dark mode too. */
function chart(rows: Row[]): string {
  const fewest = Math.min(...rows.map(({ connections }) => connections));
  const shown = rows.filter(({ connections }) => connections === fewest);
  const largest = Math.max(...shown.map(({ requestsPerSecond }) => requestsPerSecond));
  let y = 40;
  const parts: string[] = [];
  for (const operation of OPERATIONS) {
    const bars = shown.filter((row) => row.operation === operation);
    if (bars.length === 0) continue;
    parts.push(`<text x="${LEFT - 8}" y="${y + (bars.length * BAR) / 2 + 4}" text-anchor="end">${operation}</text>`);
    for (const { target, requestsPerSecond } of bars) {
      const length = Math.max(1, Math.round(((WIDTH - LEFT - 80) * requestsPerSecond) / largest));
      parts.push(`<rect x="${LEFT}" y="${y}" width="${length}" height="${BAR - 2}" fill="${COLORS[target]}"/>`);
      parts.push(`<text x="${LEFT + length + 5}" y="${y + 9}" font-size="10">${requestsPerSecond}</text>`);
      y += BAR;
    }
    y += 8;
  }
  const legend = [...new Set(shown.map(({ target }) => target))].map(
    (target, index) =>
      `<rect x="${LEFT + index * 110}" y="14" width="10" height="10" fill="${COLORS[target]}"/><text x="${LEFT + index * 110 + 15}" y="23">${target}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Requests a second at ${fewest} connections, by operation and target"><rect width="${WIDTH}" height="${y}" fill="#fff"/>${legend.join("")}${parts.join("")}</svg>\n`;
}
