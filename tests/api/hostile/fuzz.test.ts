/**
 * Every endpoint of the registry, asked at random: valid, almost valid and wild parts, mixed.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { SYSTEM_FIELDS } from "@/lib/model";
import { type Known, requests } from "../../support/corpus/requests";
import { answersTo, residentMegabytes, sendAll } from "../../support/hostile-client";
import { type HostileTarget, openHostileTarget } from "../../support/hostile-target";
import { figure } from "../../support/long";
import { organizationFile } from "../../support/organization-file";
import { SEED } from "../../support/seed";
import { UNKNOWN_ID } from "../../support/views";

/** The Next adapter takes several times as long for each. */
const REQUESTS = inject("adapter") === "node" ? figure(3_000, 20_000) : figure(1_200, 20_000);
const MINUTES = 60_000;
/** A cold process grows to its working size here; what it may keep after that is asked in `corpus.test.ts`. */
const MAX_GROWTH_MEGABYTES = 384;

let target: HostileTarget;
beforeAll(async () => {
  target = await openHostileTarget();
});
afterAll(() => target?.service.kill());

it(
  `${REQUESTS} random requests are answered by the rules, quickly, and leave everything as it was`,
  async () => {
    const { service, normal } = target;
    const before = await answersTo(service.origin, normal);
    const memory = residentMegabytes(service.pid);

    const sent = await sendAll(service.origin, requests(known(), SEED, REQUESTS));

    const statuses = new Map<number, number>();
    for (const { answer } of sent) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    console.info(
      [...statuses]
        .sort(([left], [right]) => left - right)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    );
    // Proof that the requests reach all the way in.
    for (const status of [200, 201, 400, 401, 404, 405]) expect([...statuses.keys()]).toContain(status);
    expect(await answersTo(service.origin, normal)).toEqual(before);
    expect(residentMegabytes(service.pid) - memory).toBeLessThan(MAX_GROWTH_MEGABYTES);
  },
  20 * MINUTES,
);

function known(): Known {
  const { entities } = organizationFile("x");
  return {
    // Not accounts: the normal requests list them.
    entities: ["samples", "samples", "samples", "samples", "deals", "vault", "notes"],
    fields: [...entities.flatMap(({ fields }) => fields.map(({ key }) => key)), ...SYSTEM_FIELDS],
    ids: [idOf(target.recordPath), idOf(target.recordPath), idOf(target.recordPath), UNKNOWN_ID],
    etags: [`"${UNKNOWN_ID}"`, "*", `W/"${UNKNOWN_ID}"`],
    tokens: [target.token],
  };
}

function idOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}
