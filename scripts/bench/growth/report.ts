/** Reports the cost of growth, as a page for people. */
import type { Comparison, Cost } from "./worlds";

export type Section = {
  title: string;
  /** Describes the worlds. */
  text: string;
  comparison: Comparison;
  /** The index of the world that the others are compared with. */
  base: number;
  notes: string[];
};

export function growthPage(sections: Section[]): string {
  return [
    "# What growth costs",
    "",
    "The median of a call in milliseconds, one at a time, in the quietest of five rounds that take turns, and how many times the one of the column marked *1 ×* that is. In brackets: the processor time of server and PostgreSQL together, in milliseconds, and the pages of 8 KiB that the call's statements touch, which a busy machine does not change. Made by `npm run bench -- --growth`; [docs/performance.md](../../docs/performance.md) says what it means.",
    ...sections.flatMap(sectionLines),
    "",
  ].join("\n");
}

function sectionLines({ title, text, comparison, base, notes }: Section): string[] {
  const { worlds, costs } = comparison;
  const heads = worlds.map((world, index) => (index === base ? `${world} *(1 ×)*` : world));
  return [
    "",
    `## ${title}`,
    "",
    text,
    "",
    `| call | ${heads.join(" | ")} |`,
    `|---|${worlds.map(() => "---").join("|")}|`,
    ...[...costs].map(([call, row]) => `| ${call} | ${row.map((cost) => cell(cost, row[base] ?? null)).join(" | ")} |`),
    ...(notes.length === 0 ? [] : ["", ...notes.map((note) => `- ${note}`)]),
  ];
}

function cell(cost: Cost | null, base: Cost | null): string {
  if (cost === null) return "given up";
  const ratio = base === null || base === cost ? "" : ` · ${(cost.p50Ms / base.p50Ms).toFixed(2)} ×`;
  const processor = (cost.serverCpuMs + cost.postgresCpuMs).toFixed(2);
  const buffers = cost.buffers === null ? "" : `, ${cost.buffers.toLocaleString("en")}`;
  return `${cost.p50Ms.toFixed(2)}${ratio} (${processor}${buffers})`;
}
