/** The exported audit log: whole, in RFC 4180's form, and without a cell that a spreadsheet would run. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { toCsv } from "@/lib/audit/list";
import { toCell } from "@/lib/csv";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

async function withOrganization(): Promise<string> {
  const id = randomUUID();
  await query("INSERT INTO organizations (id, key, name) VALUES ($1, $2, 'Acme')", [id, id]);
  return id;
}

async function csvOf(organizationId: string): Promise<string> {
  let text = "";
  for await (const piece of toCsv({ organizationId })) text += piece;
  return text;
}

it.each([
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["=1+1", "'=1+1"],
  ["+31", "'+31"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "\"'\t'=1\""],
  ["\r=1", "\"'\r'=1\""],
  ["a;=1+1", '"a;\'=1+1"'],
  ["a; \u200b+1", '"a;\' \u200b+1"'],
  ["a\n@SUM(A1)", '"a\n\'@SUM(A1)"'],
  [" =1+1", "' =1+1"],
  ["\u200b=1+1", "'\u200b=1+1"],
  ["\ufeff-1", "'\ufeff-1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["＝1+1", "'＝1+1"],
])("a cell of %j is %j", (text, cell) => {
  expect(toCell(text)).toBe(cell);
});

describe("the file", () => {
  it("has a line for each event, newest first", async () => {
    const organizationId = await withOrganization();
    await query(
      `INSERT INTO audit_events (id, organization_id, at, actor, action, subject, details, address, request_id)
       VALUES (gen_random_uuid(), $1, '2026-06-01T12:00:00Z', 'command line', 'records.import', '=cmd|x', '{}', NULL, NULL),
              (gen_random_uuid(), $1, '2026-06-02T12:00:00Z', 'zoë@acme.test', 'token.rename', 'x', '{"after": {"name": "a, \\"b\\""}}',
               '192.0.2.7', 'r-1')`,
      [organizationId],
    );
    expect(await csvOf(organizationId)).toBe(
      [
        "\uFEFFtime,actor,action,subject,token name,address,request id,details",
        '2026-06-02T12:00:00.000Z,zoë@acme.test,token.rename,x,,192.0.2.7,r-1,"{""after"":{""name"":""a, \\""b\\""""}}"',
        "2026-06-01T12:00:00.000Z,command line,records.import,'=cmd|x,,,,{}",
        "",
      ].join("\r\n"),
    );
  });

  it("is complete even if it is longer than one read", async () => {
    const organizationId = await withOrganization();
    await query(
      `INSERT INTO audit_events (id, organization_id, at, actor, action, subject)
       SELECT gen_random_uuid(), $1, '2026-06-01T12:00:00Z', 'x', 'token.create', n::text FROM generate_series(1, 2500) n`,
      [organizationId],
    );
    const rows: { subject: string }[] = parse(await csvOf(organizationId), { columns: true, bom: true });
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(2500);
    expect(rows).toHaveLength(2500);
  });
});
