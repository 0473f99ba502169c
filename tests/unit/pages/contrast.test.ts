/** The colors of the pages can be read, in both themes (WCAG 1.4.3 and 1.4.11). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PAIR = /--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;
const colors = new Map(
  [...readFileSync("app/globals.css", "utf8").matchAll(PAIR)].map(([, name, light, dark]) => [name, { light, dark }]),
);

const TEXT = [
  ...["canvas", "surface", "sunken"].flatMap((ground) =>
    ["ink", "quiet", "accent", "bad"].map((text) => [text, ground]),
  ),
  // Code.
  ["good", "sunken"],
  ["warn", "sunken"],
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["bad-ink", "bad"],
  ["bad-ink", "bad-hover"],
  ...["accent", "good", "warn", "bad"].flatMap((tone) => [
    [tone, `${tone}-soft`],
    ["ink", `${tone}-soft`],
    ["quiet", `${tone}-soft`],
  ]),
  ["canvas", "ink"],
] as [string, string][];

const EDGES = ["canvas", "surface", "sunken"].flatMap((ground) =>
  ["edge", "accent", "good", "warn", "bad"].map((edge) => [edge, ground]),
) as [string, string][];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it.each(TEXT)("text in %s on %s has a contrast of 4.5", (text, ground) => {
    expect(contrast(colorOf(text, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGES)("an edge or mark in %s on %s has a contrast of 3", (edge, ground) => {
    expect(contrast(colorOf(edge, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

it("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

function colorOf(name: string, theme: "light" | "dark"): string {
  const color = colors.get(name)?.[theme];
  if (color === undefined) throw new Error(`app/globals.css has no color ${name}`);
  return color;
}

function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
