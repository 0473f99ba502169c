/** The texts of the start page of the reference: every section is there, every name is filled in, and every link leads to a page. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PROSE_FILE, readSectionProse } from "@/app/(member)/reference/start/section-prose";
import { START_SECTIONS } from "@/app/(member)/reference/start/sections";
import { Blocks } from "@/app/docs/markdown/blocks";
import { readMarkdown } from "@/app/docs/markdown/read-document";
import { isPagePath } from "@/lib/session/gate/page-paths";

const prose = readSectionProse("invoices");
const htmlOf = (title: string) => {
  const context = { file: PROSE_FILE, names: new Map(), origin: "https://records.example" };
  const html = renderToStaticMarkup(Blocks({ tokens: prose.get(title) ?? [], context }));
  return html.replaceAll("\n", " ");
};
const all = START_SECTIONS.map(({ title }) => htmlOf(title)).join("\n");

it("has the sections of the page, in their order", () => {
  const headings = [...readMarkdown(PROSE_FILE).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(START_SECTIONS.map(({ title }) => title));
});

it("names an entity of the reader's, and the limits", () => {
  expect(htmlOf("Responses")).toContain("/entities/invoices/records");
  expect(htmlOf("Paging")).toContain("A page has 100 records");
  expect(htmlOf("Paging")).toContain("and 500 at most");
  expect(htmlOf("Filters")).toContain("5 levels and 100 conditions");
  expect(htmlOf("Safe retries")).toContain("for 24 hours");
  expect(all).not.toMatch(/\{[A-Z_]+\}/);
});

it("links to pages and sections that are there", () => {
  const links = [...all.matchAll(/<a href="([^"]*)"/g)].map(([, link = ""]) => link);
  expect(links).toEqual(["/openapi.json", "/docs/guides", "/docs", "/tokens", "/explain", "#operators"]);
  expect(links.filter((link) => !link.startsWith("#") && !isPagePath(link))).toEqual([]);
});
