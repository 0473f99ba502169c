/** A right that holds below an amount, and others who raise the amount at the same time, in two processes (contract § 7). */
import { expect, it } from "vitest";
import { type Call, patch } from "../../support/http";
import { figure } from "../../support/long";
import { openOrganization } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("right");
const ROUNDS = figure(10, 100);
const WRITERS = 50;

await acme.apply(withLimitedApproval());

it(`of ${WRITERS} who approve below 50, raise the amount, or do both at once, none leaves an approved record above`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, path } = await acme.create("ada", "deals", { title: `round ${round}`, amount: 49 });
    const changes = [{ stage: "won" }, { amount: 5000 }, { stage: "won", amount: 5000 }, { amount: 48 }];
    const answers = await together(
      WRITERS,
      (index): Call => patch(path, changes[index % changes.length], { token: acme.token("apo") }),
    );
    const { "200": passed = 0, "403 PERMISSION_DENIED": refused = 0 } = tally(answers);
    expect(passed + refused).toBe(WRITERS);
    const { data } = await acme.read("ada", `/entities/deals/records/${id}`);
    expect(data.stage === "won" && Number(data.amount) >= 50).toBe(false);
  }
});

function withLimitedApproval() {
  const file = structuredClone(acme.file);
  const approver = file.roles.find(({ key }) => key === "approver");
  for (const grant of approver?.grants ?? []) grant.where = ["amount", "lt", 50];
  return file;
}
