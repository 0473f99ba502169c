/** Cursors and the pages that they make (spec: Query; contract §§ 6, 8). */
import { describe, expect, it } from "vitest";
import { post } from "../../support/http";
import { dataOf, openOrganization, type Page, recordsPath } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization("acme");
const beta = await openOrganization("beta");
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");

/** Ties everywhere: three values of `integer`, of which one is null. */
for (let index = 0; index < 12; index += 1) {
  const name = `s${String(index).padStart(2, "0")}`;
  await acme.create("ada", "samples", { name, integer: [1, 2, null][index % 3], hidden: `secret${index}` });
}
await beta.create("ada", "samples", { name: "b0" });
await beta.create("ada", "samples", { name: "b1" });

const names = (page: Page) => page.items.map((item) => String(item.data.name));
const listed = (query: string) => `${SAMPLES}?${query}`;
const BY_NAME = [{ field: "name", direction: "asc" }];
const withCursor = (path: string, cursor: string) => `${path}&cursor=${encodeURIComponent(cursor)}`;

async function firstCursor(path: string, as: MemberName = "rea", organization = acme): Promise<string> {
  const { nextCursor } = await organization.page(as, path);
  if (nextCursor === null) throw new Error(`${path} has one page only`);
  return nextCursor;
}

/** Every page of the list, to the end. */
async function walk(path: string, between: () => Promise<void> = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await acme.page("rea", cursor === null ? path : withCursor(path, cursor));
    pages.push(names(page));
    cursor = page.nextCursor;
    if (cursor !== null) await between();
  } while (cursor !== null && pages.length < 50);
  return pages;
}

const ALL = ["s00", "s01", "s02", "s03", "s04", "s05", "s06", "s07", "s08", "s09", "s10", "s11"];

describe("200: pages", () => {
  it("values, ties and nulls are kept over pages descending", async () => {
    const descending = ["s10", "s07", "s04", "s01", "s09", "s06", "s03", "s00", "s11", "s08", "s05", "s02"];
    expect((await walk(listed("limit=3&sort=integer:desc,name:desc"))).flat()).toEqual(descending);
  });

  row("a cursor of the list works in the query for the same logical query", {
    given: () => firstCursor(listed("limit=2&sort=name:asc&search=s0")),
    request: (cursor) => post(`${SAMPLES}/query`, { cursor, limit: 2, search: "s0", sort: BY_NAME }, { as: "rea" }),
    expect: { status: 200 },
    after: (answer) => expect(names(dataOf<Page>(answer))).toEqual(["s02", "s03"]),
  });

  row("with another's cursor each still sees their own rows", {
    given: async () => {
      for (const title of ["n1", "n2", "n3"])
        await acme.create("ada", "notes", { title, team: title === "n3" ? "red" : "blue" });
      return firstCursor(`${recordsPath("notes")}?limit=1&sort=title:asc`);
    },
    request: (cursor) => ({ path: withCursor(`${recordsPath("notes")}?limit=5&sort=title:asc`, cursor), as: "red" }),
    expect: { status: 200 },
    after: (answer) => expect(dataOf<Page>(answer).items.map((item) => item.data.title)).toEqual(["n3"]),
  });

  row("a cursor goes on after its record was deleted", {
    given: async () => {
      const made = [];
      for (const name of ["z1", "z2", "z3"]) made.push(await acme.create("ada", "samples", { name }));
      const cursor = await firstCursor(listed("limit=1&search=z&sort=name:asc"));
      await acme.remove("ada", made[0]?.path ?? "");
      return { cursor, made };
    },
    request: ({ cursor }) => ({ path: withCursor(listed("limit=5&search=z&sort=name:asc"), cursor), as: "rea" }),
    expect: { status: 200 },
    after: async (answer, { made }) => {
      expect(names(dataOf<Page>(answer))).toEqual(["z2", "z3"]);
      for (const record of made.slice(1)) await acme.remove("ada", record.path);
    },
  });

  it("while others write, no stable record is missed or seen twice", async () => {
    let round = 0;
    const seen = await walk(listed("limit=3&sort=integer:asc"), async () => {
      round += 1;
      const passing = await acme.create("ada", "samples", { name: `t${round}`, integer: round % 3 });
      if (round % 2 === 0) await acme.remove("ada", passing.path);
    });
    const stable = seen.flat().filter((name) => name.startsWith("s"));
    expect(stable.sort()).toEqual(ALL);
    expect(new Set(seen.flat()).size).toBe(seen.flat().length);
  });
});

describe("400 INVALID_CURSOR", () => {
  const query = "limit=2&sort=name:asc";
  const refused = { status: 400, code: "INVALID_CURSOR" };

  row("a cursor with another filter is refused", {
    given: () => firstCursor(listed(query)),
    request: (cursor) =>
      post(`${SAMPLES}/query`, { cursor, sort: BY_NAME, where: ["integer", "eq", 1] }, { as: "rea" }),
    expect: refused,
  });

  row("a cursor of another organization is refused", {
    given: () => firstCursor(listed("limit=1&sort=name:asc"), "rea", beta),
    request: (cursor) => ({ path: withCursor(listed("limit=1&sort=name:asc"), cursor), as: "rea" }),
    expect: refused,
  });

  row("a cursor that is a NUL is refused", { path: `${listed(query)}&cursor=%00`, as: "rea" }, refused);
});
