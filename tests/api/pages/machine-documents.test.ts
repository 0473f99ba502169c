/** What programs look for before they know anything: the catalog of the API, the guides, whom to tell of a weakness, an icon. */
import { expect, inject, it } from "vitest";
import { sendTo } from "../../support/http";
import { pageClient } from "../../support/page-client";
import { ownAddress } from "../../support/page-people";

const origin = inject("origin");
const visitor = pageClient(origin, ownAddress());

it("the catalog links to the documents, which exist", async () => {
  const catalog = await visitor.get("/.well-known/api-catalog");
  expect([catalog.status, catalog.headers["content-type"]]).toEqual([
    200,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ]);
  const [{ anchor, ...links }] = (catalog.json as { linkset: [Record<string, { href: string }[]>] }).linkset;
  expect(anchor).toBe(`${origin}/api/v1`);
  const found = Object.values(links).flat();
  expect(found).toHaveLength(4);
  for (const { href } of found) {
    const { status } = await visitor.get(href.slice(origin.length));
    expect([href, status]).toEqual([href, href.endsWith("/api/v1/openapi.json") ? 401 : 200]);
  }
});

it("the guides are one text, without broken links", async () => {
  const { status, headers, text } = await visitor.get("/llms.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# Public Records API\n\n> /);
  const titles = text.match(/^## .+$/gm) ?? [];
  expect(titles.filter((title) => /Mirror|Load|Upsert|Retry|Spreadsheets|Joining/.test(title))).toHaveLength(6);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  expect(links.filter((target) => !/^(?:https?:\/\/|\/)/.test(String(target)))).toEqual([]);
  for (const target of new Set(links.filter((link) => link?.startsWith("/docs"))))
    expect([target, (await visitor.get(String(target).replace(/#.*/, ""))).status]).toEqual([target, 200]);
});

it("without a contact there is no security.txt, and no page says otherwise", async () => {
  const { status, headers, text } = await visitor.get("/.well-known/security.txt");
  expect([status, headers["content-type"], text]).toEqual([404, "text/plain; charset=utf-8", "Not found\n"]);
});

it.each([
  ["/favicon.ico", "image/x-icon"],
  ["/icon.svg", "image/svg+xml"],
])("browsers get %s, may cache it, and get no cookie with it", async (path, type) => {
  const { status, headers } = await visitor.get(path);
  expect([status, headers["content-type"]]).toEqual([200, type]);
  expect(headers["cache-control"]).toMatch(/^public\b/);
  expect(headers).not.toHaveProperty("set-cookie");
});

it.runIf(inject("adapter") === "node")(
  "a script is sent as the build compressed it, and plain to those who refuse Brotli",
  async () => {
    const { text: page } = await visitor.get("/sign-in");
    const [path = ""] = /\/_next\/static\/chunks\/[\w.~-]+\.js/.exec(page) ?? [];
    const get = (headers: Record<string, string>) => sendTo(origin, path, { headers });
    const plain = await get({ "accept-encoding": "br;q=0" });
    const compressed = await get({ "accept-encoding": "gzip, deflate, br" });
    expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(compressed.text).toBe(plain.text);
    expect(compressed.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const missing = await get({ "accept-encoding": "br", range: "bytes=99999999-" });
    expect(missing.headers["content-encoding"]).not.toBe("br");
  },
);
