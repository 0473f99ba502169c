/**
 * `--webhooks`: how many deliveries one process sends in a second, each of one changed record, to receivers that respond at once.
 * Webhooks that have caught up are set back, so that there is always something to send.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findCaller } from "../../lib/authentication/authenticate";
import { applyConfiguration } from "../../lib/configuration/apply";
import { loadConfiguration } from "../../lib/configuration/load";
import { parseDocument } from "../../lib/configuration/parse";
import { env } from "../../lib/process/env";
import { runtime } from "../../lib/process/runtime";
import { createWebhook } from "../../lib/webhooks/create";
import { createPrivateCa } from "../../tests/support/private-ca";
import { temporaryFolder } from "../../tests/support/temporary-folder";
import { ask } from "./ask";
import { type Database, OWNER, openDatabase, tokenOf, withClient } from "./database";
import { ORGANIZATION } from "./organization";
import { cpuMs } from "./processes";
import { startTarget } from "./targets";

/** One organization has five deliveries in flight, one host ten, and a process fifty. */
const ORGANIZATIONS = 20;
const WEBHOOKS_OF_EACH = 10;
const HOSTS = 10;
const WARM_UP_SECONDS = 4;
const SECONDS = 10;
const SET_BACK_EVERY_MS = 25;

type Kind = { scheme: "http" | "https"; isClosing: boolean };
const KINDS: Kind[] = [
  { scheme: "http", isClosing: false },
  { scheme: "https", isClosing: false },
  { scheme: "https", isClosing: true },
];

type Receiver = { hosts: string[]; count: () => Promise<number>; stop: () => void };

export async function webhooks(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const authority = createPrivateCa(folder.path);
    for (const kind of KINDS) {
      const { perSecond, milliseconds } = await measure(kind, authority, path.join(folder.path, "steps.json"));
      const kept = kind.isClosing ? "each on a connection of its own" : "on connections that are kept";
      const costs = `${milliseconds.toFixed(2)} ms of CPU each, ${((perSecond * milliseconds) / 10).toFixed(0)} % of a core`;
      console.log(`${kind.scheme}, ${kept}: ${perSecond.toFixed(0)} deliveries/s, ${costs}`);
    }
  } finally {
    folder.remove();
  }
}

async function measure({ scheme, isClosing }: Kind, authority: ReturnType<typeof createPrivateCa>, stepsFile: string) {
  const tls =
    scheme === "http"
      ? null
      : { key: readFileSync(authority.key, "utf8"), cert: readFileSync(authority.certificate, "utf8") };
  const receiver = await startReceiver({ ports: HOSTS, tls, isClosing });
  const database = await openWebhooks(scheme, receiver.hosts);
  const target = await startTarget("node", database.url, stepsFile, {
    WEB_CONCURRENCY: "1",
    WEBHOOKS_PRIVATE_HOSTS: receiver.hosts.join(),
    NODE_EXTRA_CA_CERTS: authority.ca,
  });
  const ending = new AbortController();
  const setting = setBack(database.url, ending.signal);
  try {
    await pause(WARM_UP_SECONDS * 1000);
    await receiver.count();
    const [started, cpu] = [performance.now(), cpuMs(target.pid)];
    await pause(SECONDS * 1000);
    const count = await receiver.count();
    const seconds = (performance.now() - started) / 1000;
    return { perSecond: count / seconds, milliseconds: (cpuMs(target.pid) - cpu) / count };
  } finally {
    ending.abort();
    await setting;
    await target.stop();
    receiver.stop();
    await database.close();
  }
}

async function startReceiver(options: object): Promise<Receiver> {
  const child: ChildProcess = fork("scripts/bench/receiver.mjs", [JSON.stringify(options)]);
  const said = async <Value>() => ((await once(child, "message")) as [Value])[0];
  const ports = await said<number[]>();
  return {
    hosts: ports.map((port) => `localhost:${port}`),
    count: () => {
      const counted = said<number>();
      child.send("count");
      return counted;
    },
    stop: () => child.disconnect(),
  };
}

async function openWebhooks(scheme: string, hosts: string[]): Promise<Database> {
  env().WEBHOOKS_PRIVATE_HOSTS = hosts;
  const database = await openDatabase(ORGANIZATION);
  for (let index = 0; index < ORGANIZATIONS; index += 1) await openOrganization(index, scheme, hosts);
  await withClient(database.url, (client) =>
    client.query("CREATE TABLE beginnings AS SELECT id, from_transaction, from_sequence, from_at FROM webhooks"),
  );
  await runtime.close();
  return database;
}

async function openOrganization(index: number, scheme: string, hosts: string[]): Promise<void> {
  const file = { ...ORGANIZATION, organization: { key: `bench${index}`, name: "Bench" } };
  const { organizationId } = await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "bench" });
  const token = await tokenOf(organizationId, OWNER.email);
  const caller = await findCaller(token.split("_")[2] ?? "", loadConfiguration);
  if (caller === null) throw new Error("The token has a caller.");
  for (let place = 0; place < WEBHOOKS_OF_EACH; place += 1) {
    const url = `${scheme}://${hosts[(index + place) % hosts.length]}/${index}/${place}`;
    const settings = { name: "Bench", url, payload: "records", fields: null, expand: [], paused: false } as const;
    await createWebhook(
      caller,
      { ...settings, fields: null, expand: [], entityKey: "deals" },
      { actor: "bench" },
      false,
    );
  }
  const body = {
    data: { title: `Deal ${index}`, company: "Company", stage: "lead", amount: 100, notes: "x".repeat(200) },
  };
  await ask({ method: "POST", path: "/entities/deals/records", body }, token);
}

/** Until the signal aborts, has each webhook that has sent the change send it again. */
async function setBack(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    while (!signal.aborted) {
      await client.query(
        `UPDATE webhooks w SET from_transaction = b.from_transaction, from_sequence = b.from_sequence,
           from_at = b.from_at, replays = w.replays + 1
         FROM beginnings b WHERE b.id = w.id AND w.lease IS NULL AND w.until IS NULL
           AND (w.from_transaction, w.from_sequence) <> (b.from_transaction, b.from_sequence)`,
      );
      await pause(SET_BACK_EVERY_MS);
    }
  });
}
