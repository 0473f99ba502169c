/** Parents and children that change at once in two processes: no orphan, no cycle (contract § 7). */

import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { patch, post } from "../../support/http";
import { figure } from "../../support/long";
import { type Made, openOrganization, recordsPath } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("tree");
const ROUNDS = figure(20, 200);
const token = acme.token("wim");

const create = (name: string, parent: string) => post(recordsPath("accounts"), { data: { name, parent } }, { token });
const move = (path: string, parent: string) => patch(path, { parent }, { token });

it("a child created while its parent is deleted: one of both is refused, and no child is an orphan", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const parent = await acme.create("wim", "accounts", { name: `parent ${round}` });
    const answers = await together(2, (index) =>
      index === round % 2
        ? { method: "DELETE", path: parent.path, token, headers: { "if-match": "*" } }
        : create(`child ${round}`, parent.id),
    );
    const { "409 PARENT_REFERENCE": refused, ...succeeded } = tally(answers);
    expect([refused, Object.values(succeeded)]).toEqual([1, [1]]);
  }
  const orphans = await sql(
    `select c.id from records c where c.parent_id is not null
     and not exists (select from records p where p.entity_id = c.parent_entity_id and p.id = c.parent_id)`,
  );
  expect(orphans).toEqual([]);
});

it("two updates that would close a cycle between them never both succeed", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await acme.create("wim", "accounts", { name: `cycle a${round}` });
    const b = await acme.create("wim", "accounts", { name: `cycle b${round}` });
    const answers = await together(2, (index) => (index === 0 ? move(a.path, b.id) : move(b.path, a.id)));
    expect(tally(answers)).toEqual({ "200": 1, "409 PARENT_REFERENCE": 1 });
  }
});

it("three updates that would close a circle of three never all succeed", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ring: Made[] = [];
    for (const name of ["x", "y", "z"])
      ring.push(await acme.create("wim", "accounts", { name: `ring ${name}${round}` }));
    const answers = await together(3, (index) => move(String(ring[index]?.path), String(ring[(index + 1) % 3]?.id)));
    expect(tally(answers)).toEqual({ "200": 2, "409 PARENT_REFERENCE": 1 });
  }
});
