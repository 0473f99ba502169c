/** Connections to PostgreSQL that end while they are used. */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, send } from "../../support/http";
import { startClients } from "../../support/load";
import { openMixedClient } from "../../support/mixed-client";
import { openOrganization } from "../../support/organization";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";

const acme = await openOrganization("broken");
const service = openService();

/** Every connection of the program, in all processes; how many there were. */
async function terminateAll(): Promise<number> {
  const ended = await sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
    "public-records-api",
  ]);
  return ended.length;
}

it("under load: at most one failure for each connection, none of them a read, and the process lives", async () => {
  const client = await openMixedClient(acme, () => service.origin);
  let asked = 0;
  const reads: Answer[] = [];
  const load = startClients(12, async () => {
    const index = asked++;
    const answer = await client(index);
    if (index % 5 !== 4) reads.push(answer);
    return answer;
  });
  let terminated = 0;
  for (let round = 0; round < 5; round += 1) {
    await load.more(100);
    terminated += await terminateAll();
  }
  await load.more(100);
  const answers = (await load.stop()).map(({ answer }) => answer);
  const { "200": read = 0, "201": written = 0, "500 SERVER_ERROR": failed = 0 } = tally(answers);
  expect(read + written + failed).toBe(answers.length);
  expect(failed).toBeLessThanOrEqual(terminated);
  expect(tally(reads)).toEqual({ "200": reads.length });
  expect((await send(service.origin, { path: "/me", token: acme.token("rea") })).status).toBe(200);
  expect(service.output()).not.toMatch(/uncaught|unhandled/i);
});
