/** Three PostgreSQL under Patroni, etcd, and HAProxy before them. */
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { HERE, inNode, makeNetwork } from "./network.mjs";
import { run, start, until } from "./programs.mjs";

export const NODES = ["a", "b", "c"];
export const PROXY_PORT = 16_432;
export const REDIS_PROXY_PORT = 16_379;
const ETCD_PORT = 12_379;
/** In bytes. */
const LARGEST_LAG = 1_000_000;
const PASSWORD = "drill";
const BIN = "/usr/lib/postgresql/15/bin";
/** @type {NodeJS.ProcessEnv} */
const PATRONI_ENVIRONMENT = { ...process.env, PATH: "/usr/bin:/bin", LANG: "C.UTF-8" };

/** How the cluster notices a lost primary, and what it never gives up: acknowledged commits. */
const DCS = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  synchronous_mode: true,
  postgresql: { use_pg_rewind: true, parameters: { shared_buffers: "64MB", max_connections: 100 } },
};

/** @type {Record<string, string>} */
let addresses = {};
let folder = "";

export async function startCluster(place) {
  folder = place;
  addresses = makeNetwork(NODES);
  const clients = `http://${HERE}:${ETCD_PORT}`;
  const own = ["--data-dir", path.join(folder, "etcd"), "--listen-peer-urls", "http://127.0.0.1:12380"];
  start(folder, "etcd", [
    "etcd",
    "--enable-v2",
    ...own,
    "--listen-client-urls",
    clients,
    "--advertise-client-urls",
    clients,
  ]);
  for (const node of NODES) {
    writeConfiguration(node);
    startNode(node);
  }
  writeFileSync(path.join(folder, "haproxy.cfg"), proxyConfiguration());
  start(folder, "haproxy", ["haproxy", "-db", "-f", path.join(folder, "haproxy.cfg")]);
  await untilWhole();
}

export function startNode(node) {
  const file = path.join(folder, `${node}.json`);
  start(folder, `patroni-${node}`, [...inNode(node), "/usr/bin/patroni", file], PATRONI_ENVIRONMENT);
}

function writeConfiguration(node) {
  const { uid, gid } = { uid: Number(run("id", ["-u", "postgres"])), gid: Number(run("id", ["-g", "postgres"])) };
  const home = path.join(folder, node);
  mkdirSync(home);
  const address = addresses[node];
  const account = (username) => ({ username, password: PASSWORD });
  const configuration = {
    scope: "drill",
    name: node,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd: { host: `${HERE}:${ETCD_PORT}` },
    bootstrap: { dcs: DCS, initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"] },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: path.join(home, "data"),
      bin_dir: BIN,
      pgpass: path.join(home, "pgpass"),
      parameters: { unix_socket_directories: home },
      pg_hba: ["local all all trust", "host all all all scram-sha-256", "host replication all all scram-sha-256"],
      authentication: {
        superuser: account("postgres"),
        replication: account("replicator"),
        rewind: account("rewinder"),
      },
    },
  };
  // JSON is YAML.
  const file = path.join(folder, `${node}.json`);
  writeFileSync(file, JSON.stringify(configuration, null, 2), { mode: 0o600 });
  for (const each of [home, file]) chownSync(each, uid, gid);
}

function proxyConfiguration() {
  const servers = NODES.map((node) => `  server ${node} ${addresses[node]}:5432 check port 8008`).join("\n");
  return `defaults
  mode tcp
  timeout connect 1s
  timeout check 1s
  timeout client 30m
  timeout server 30m
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind 127.0.0.1:${PROXY_PORT}
  option httpchk GET /primary
  http-check expect status 200
${servers}
listen redis
  bind 127.0.0.1:${REDIS_PROXY_PORT}
  option tcp-check
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
  server one 127.0.0.1:16381 check
  server two 127.0.0.1:16382 check
`;
}

export const addressOf = (node) => addresses[node];

/** Of the database at these hosts, with their ports. */
export const databaseUrl = (hosts) => `postgres://records:${PASSWORD}@${hosts}/records`;

/** Without a proxy, the one of these hosts that accepts writes. */
export const writableUrl = (hosts) => `${databaseUrl(hosts)}?target_session_attrs=read-write`;

/** As the superuser. */
export const urlOf = (node, database = "records") =>
  `postgres://postgres:${PASSWORD}@${addresses[node]}:5432/${database}`;

/** The role is no superuser: those connections stay free for Patroni. */
export async function createDatabase() {
  const node = await until("a primary", () => primary());
  const client = new pg.Client({ connectionString: urlOf(node, "postgres") });
  await client.connect();
  await client.query(`CREATE ROLE records LOGIN PASSWORD '${PASSWORD}'`);
  await client.query("CREATE DATABASE records OWNER records");
  await client.end();
}

/** What Patroni says of its members, asked at each of them in turn. Throws if none responds. */
async function members() {
  const looks = NODES.map(async (node) => {
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`http://${addresses[node]}:8008/cluster`, { signal });
    return (await response.json()).members;
  });
  return await Promise.any(looks);
}

/** The node that accepts writes by its own account, or null. */
export async function primary(except = "") {
  const looks = NODES.filter((node) => node !== except).map(async (node) => {
    const { status } = await fetch(`http://${addresses[node]}:8008/primary`, { signal: AbortSignal.timeout(1_000) });
    return status === 200 ? node : Promise.reject(new Error("It is a standby."));
  });
  return await Promise.any(looks).catch(() => null);
}

/** Resolves once there is a primary, and both others follow it, one of them synchronously. */
export function untilWhole() {
  const look = async () => {
    const found = await members();
    const roles = found.map(({ role, state }) => (/running|streaming/.test(state) ? role : state)).sort();
    const isWhole = roles.join() === "leader,replica,sync_standby";
    return isWhole && found.every(({ lag = 0 }) => lag < LARGEST_LAG) ? found : null;
  };
  return until("three PostgreSQL, one primary, one synchronous standby", look, 240);
}

/** By hand, to the synchronous standby. */
export async function switchOver() {
  const found = await members();
  const named = (role) => found.find((member) => member.role === role)?.name;
  const body = JSON.stringify({ leader: named("leader"), candidate: named("sync_standby") });
  const response = await fetch(`http://${addresses[named("leader")]}:8008/switchover`, { method: "POST", body });
  if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
}
