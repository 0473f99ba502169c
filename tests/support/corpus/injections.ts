/** Text that some interpreter would take for its own language: SQL, JSON operators, templates, shells, pages, tables. */
import { cross, shaped } from "./cross";

const SQL = cross(
  ["'", '"', "\\'", "')", "$$", "", "'))", "\u02bc"],
  [
    " OR 1=1",
    " OR 'a'='a",
    "; DROP TABLE records",
    " UNION SELECT NULL,NULL",
    "; SELECT pg_sleep(3)",
    "||pg_sleep(3)||",
    " AND 1=(SELECT 1 FROM pg_sleep(3))",
    "; COPY tokens TO STDOUT",
    "::int",
    " AND 1=CAST((SELECT version()) AS int)",
    "->>'secret'",
    "; SET ROLE postgres",
  ],
  ["--", "/*", ""],
);

const OPERATORS = [
  '{"not":null}',
  '{"contains":"a"}',
  '{"path":["x"]}',
  '["name","eq","x"]',
  '{"$ne":null}',
  '{"$gt":""}',
  "name__startswith",
  "name[$ne]",
  "owner.email",
  "data->>'x'",
  "data->'x'",
  "data #>> '{x}'",
  "$.name",
  "name:asc",
  "name,created",
  "eq;desc",
  "EQ",
  "like",
  "~*",
  "@>",
  "is null",
];

const INTERPRETED = shaped(
  [
    "{{7*7}}",
    "$" + "{7*7}",
    "<%= 7*7 %>",
    "#{7*7}",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "$(id)",
    "`id`",
    "; id",
    "| id",
    "$" + "{jndi:ldap://127.0.0.1/x}",
    "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>",
    '{"level":"fake"}',
    "file:///etc/passwd",
    "http://169.254.169.254/latest/meta-data",
  ],
  [(text) => text, (text) => `a${text}b`, (text) => `\n${text}\n`],
);

/** Text that makes careless patterns run forever. */
const BACKTRACKING = [
  `${"a".repeat(5_000)}!`,
  "(".repeat(5_000),
  `${"a@".repeat(2_000)}.`,
  `a@${"a.".repeat(2_000)}`,
  `https://${"a.".repeat(900)}`,
  `${"1".repeat(4_000)}.`,
  `${" ".repeat(4_000)}x`,
  `${"%".repeat(2_000)}`,
  `${"\\".repeat(2_000)}`,
  `${"_%".repeat(2_000)}`,
  `2026-01-01T00:00:00${".0".repeat(1_000)}Z`,
];

export const INJECTIONS: readonly string[] = [...SQL, ...OPERATORS, ...INTERPRETED, ...BACKTRACKING];
