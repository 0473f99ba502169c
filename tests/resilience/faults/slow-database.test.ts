/** PostgreSQL answers late, or falls silent without hanging up: every caller gets an answer. */
import { afterEach, describe, expect, it } from "vitest";
import { type Answer, patch, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { IS_LONG } from "../../support/long";
import { openMixedClient } from "../../support/mixed-client";
import { errorOf, openOrganization } from "../../support/organization";
import { tally } from "../../support/parallel";
import { openRelayedService } from "../../support/relayed-service";
import { expectAnswerRules } from "../../support/response-rules";

const CLIENTS = 20;

const acme = await openOrganization("slow");
const under = openRelayedService();
afterEach(() => under.relay.restore());

const withBadToken = () => send(under.service.origin, { path: "/me", token: `${acme.token("rea").slice(0, -1)}!` });

/** Under load, does `trouble`, and waits until each client has had an answer that was asked for in the middle of it. */
async function during(trouble: () => void) {
  const client = await openMixedClient(acme, () => under.service.origin);
  let asked = 0;
  const load = startClients(CLIENTS, () => client(asked++));
  await load.more(CLIENTS * 5);
  trouble();
  const [live, ready, refused] = await Promise.all([
    sendTo(under.service.origin, "/api/health/live", {}),
    sendTo(under.service.origin, "/api/health/ready", {}),
    withBadToken(),
    load.more(CLIENTS),
  ]);
  const answers = (await load.stop()).map(({ answer }) => answer);
  for (const answer of answers) if (answer !== null) expectAnswerRules(answer, { path: "/me" }, "after the gate");
  return { live, ready, refused, answers };
}

/** Shed for want of a connection, or because other requests of the token, which hang as well, fill its share. */
function expectAnsweredOrShed(answers: (Answer | null)[]): void {
  const expected = ["200", "201", "500 SERVER_ERROR", "429 RATE_LIMITED"];
  expect(Object.keys(tally(answers)).filter((kind) => !expected.includes(kind))).toEqual([]);
}

async function expectRecovery(): Promise<void> {
  let status = 0;
  while (status !== 200) status = (await send(under.service.origin, { path: "/me", token: acme.token("rea") })).status;
}

it("silence ends in 500; live stays 200, ready is 503, a wrong checksum is 401; then all is well", async () => {
  const { live, ready, refused, answers } = await during(() => under.relay.hang());
  expect([live.status, ready.status, refused.status]).toEqual([200, 503, 401]);
  expectAnsweredOrShed(answers);
  expect(tally(answers)["500 SERVER_ERROR"]).toBeGreaterThanOrEqual(CLIENTS);
  under.relay.restore();
  await expectRecovery();
});

describe("latency", () => {
  it("of half a second: requests that get a connection succeed, the rest are shed", async () => {
    const { live, refused, answers } = await during(() => under.relay.delay(250));
    expect([live.status, refused.status]).toEqual([200, 401]);
    expectAnsweredOrShed(answers);
    under.relay.restore();
    await expectRecovery();
  });

  it.runIf(IS_LONG)(
    "of five seconds: an update, which takes three statements, is aborted at the deadline",
    async () => {
      const record = await acme.create("ada", "samples", { name: "slow" });
      const update = patch(record.path, { integer: 1 }, { token: acme.token("ada") });
      expect((await send(under.service.origin, update)).status).toBe(200);
      under.relay.delay(2_500);
      const answer = await send(under.service.origin, update);
      expectAnswerRules(answer, update, "after the gate");
      expect([answer.status, errorOf(answer).code]).toEqual([500, "SERVER_ERROR"]);
      under.relay.restore();
      await expectRecovery();
    },
  );
});
