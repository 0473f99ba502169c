/** Tokens by the thousand, for lists: written by one statement each. Nobody calls the API with them. */
import { postgres } from "@/lib/postgres/postgres";
import type { Person } from "./people";

/** "Sensor 1", "Sensor 2" …, the first the oldest, owned in turn by the owners, who are of one organization. */
export async function addManyTokens(owners: Person | [Person, ...Person[]], count: number): Promise<void> {
  const [first, ...others] = [owners].flat() as [Person, ...Person[]];
  await postgres().pool.query(
    `insert into tokens (id, organization_id, member_id, name, secret_hash, created, expires)
     select left(md5(($2::uuid[])[1]::text || n) || md5(n::text), 22), $1::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])],
       'Sensor ' || n, sha256('none'), now() - ($3::int - n) * interval '1 second', now() + interval '30 days'
     from generate_series(1, $3::int) n`,
    [first.office.id, [first, ...others].map(({ memberId }) => memberId), count],
  );
  // PostgreSQL counts them by itself, a minute later: until then it plans as if there were none.
  await postgres().pool.query("analyze tokens");
}

/** Names that people, and attackers, give to things. */
const HOSTILE_NAMES = [
  "\u202Egnp.exe \u202Etxt.token",
  '<script>document.title = "owned"</script>',
  '"><img src=x onerror="document.title=1">',
  "👩‍👩‍👧‍👦".repeat(11),
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿🇺🇳".repeat(9),
  "Z̸̢̛͚̙̭̙̠͓̈́̑͋̐͂̀a̵̧̛̘̫̦̭̠̼̯͆̍l̷̡̛̖̺̥̱̤̊̿̓̈́g̶̢̛̲̘̯̬͉͛̐̒̒̕o̷̡̬̞̼̞̙̦̐̎",
  "مفتاح المزامنة الليلية للمستودع",
  "W".repeat(80),
  "{{constructor.constructor('document.title=2')()}}",
  "%00%0d%0aSet-Cookie:a=b",
  "'; DROP TABLE tokens; --",
];

/** Gives the tokens of the organization such names, by turns. */
export async function nameHostilely({ office }: Person): Promise<void> {
  await postgres().pool.query(
    `update tokens t set name = left(($2::text[])[1 + n % cardinality($2::text[])], 80), purpose = ($2::text[])[1 + (n + 1) % cardinality($2::text[])]
     from (select id, row_number() over (order by created, id)::int as n from tokens where organization_id = $1) numbered
     where t.id = numbered.id`,
    [office.id, HOSTILE_NAMES],
  );
}
