/** The documentation as pages: each file is read, each link and anchor leads somewhere, and nothing of a file becomes HTML. */
import { existsSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, TOPICS } from "@/app/docs/documents";
import { Blocks } from "@/app/docs/markdown/blocks";
import { linkedAddress, parseDocument, readDocument } from "@/app/docs/markdown/read-document";
import { ERROR_STATUS } from "@/lib/errors";
import { isPagePath } from "@/lib/session/gate/page-paths";

const htmlOf = (markdown: string, file = "docs/contract.md") => {
  const { tokens, names } = parseDocument(markdown);
  return renderToStaticMarkup(Blocks({ tokens, context: { file, names, origin: "https://records.example" } }));
};
const pages = new Map<string, string>();
const page = (path: string): string => {
  const html = pages.get(path) ?? renderPage(path);
  pages.set(path, html);
  return html;
};
const renderPage = (path: string) => {
  const document = DOCUMENTS.find((each) => each.path === path);
  if (document === undefined) throw new Error(`There is no ${path}.`);
  const { tokens, names } = readDocument(document);
  return renderToStaticMarkup(
    Blocks({ tokens, context: { file: document.file, names, origin: "https://records.example" } }),
  );
};
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe.each(DOCUMENTS)("$path", ({ path, file }) => {
  it("has a file, a title, and an address that the pages accept", () => {
    expect(existsSync(file)).toBe(true);
    expect(page(path)).toMatch(/^<h1 id="[^"]+"/);
    expect(isPagePath(path)).toBe(true);
  });

  it("links to pages and anchors that are there", () => {
    const links = [...page(path).matchAll(/<a href="(\/docs[^"]*|#[^"]*)"/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      const [target = "", anchor] = link.split("#");
      return anchor !== undefined && !idsOf(page(target || path)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("has each anchor once", () => {
    const ids = idsOf(page(path));
    expect(ids).toEqual([...new Set(ids)]);
  });
});

it("every error code has an address", () => {
  const ids = idsOf(page("/docs/errors"));
  expect(Object.keys(ERROR_STATUS).filter((code) => !ids.includes(code))).toEqual([]);
});

it.each(TOPICS)("the topic $title links to a heading", ({ href }) => {
  const [path = "", anchor] = href.split("#");
  expect(idsOf(page(path))).toContain(anchor);
});

it.each([
  ["errors.md", "docs/contract.md", "/docs/errors"],
  ["../packages/client/README.md", "docs/openapi.md", "/docs/client"],
  ["openapi.json", "docs/openapi.md", "/openapi.json"],
  ["http://localhost:3000/explain", "docs/errors.md", "/explain"],
  ["decisions/0028-the-usual-run.md", "docs/contract.md", null],
  ["../../.env", "docs/guides/load.md", null],
  ["javascript:alert(1)", "docs/contract.md", null],
])("a link to %s of %s goes to %s", (href, file, address) => {
  expect(linkedAddress(href, file)).toBe(address);
});

describe("Markdown", () => {
  it("becomes text, never HTML of its own", () => {
    const html = htmlOf('a <b onclick="x()">bold</b> word\n\n<script>alert(1)</script>\n\n![x](y "z")');
    expect(html).not.toMatch(/<(?:b|script|img)\b/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("has no inline style, which the policy of the pages would refuse", () => {
    expect(DOCUMENTS.filter(({ path }) => page(path).includes("style="))).toEqual([]);
  });

  it("gives equal headings different anchors, as GitHub does", () => {
    expect(idsOf(htmlOf("# A\n\n## `GET /me`\n\n## Same\n\n## Same\n"))).toEqual(["a", "get-me", "same", "same-1"]);
  });

  it("names this service in examples that are written for the demo", () => {
    const code = htmlOf("# A\n\n```sh\nexport BASE=http://localhost:3000/api/v1\n```\n").replaceAll(/<[^>]+>/g, "");
    expect(code).toContain("export BASE=https://records.example/api/v1");
  });
});
