/** Three hosts of the service: one knows all hosts of the database, one only the proxy, one a name that moves. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import {
  addressOf,
  createDatabase,
  databaseUrl,
  NODES,
  PROXY_PORT,
  REDIS_PROXY_PORT,
  writableUrl,
} from "./cluster.mjs";
import { NAME, startName, withHosts } from "./name.mjs";
import { run, start, until } from "./programs.mjs";

export const ORIGINS = {
  hosts: "http://127.0.0.1:16080",
  proxy: "http://127.0.0.1:16090",
  name: "http://127.0.0.1:16100",
};
const DATABASES = {
  hosts: () => writableUrl(NODES.map((node) => `${addressOf(node)}:5432`).join()),
  proxy: () => databaseUrl(`127.0.0.1:${PROXY_PORT}`),
  name: () => writableUrl(`${NAME}:5432`),
};
const MANY = "1000000";

const ORGANIZATION = {
  organization: { key: "drill", name: "Drill" },
  entities: [
    { key: "samples", labelField: "name", exposed: true, fields: [{ key: "name", type: "text", required: true }] },
    {
      key: "loads",
      labelField: "code",
      exposed: true,
      fields: [
        { key: "code", type: "text", required: true, unique: true },
        { key: "round", type: "integer" },
      ],
    },
  ],
  roles: [
    {
      key: "all",
      name: "All",
      grants: ["samples", "loads"].map((entity) => ({ entity, verbs: ["list", "create", "update", "delete"] })),
    },
  ],
  members: [{ email: "ada@drill.test", name: "Ada", roles: ["all"], admin: true }],
};

/** @returns {NodeJS.ProcessEnv} */
function environment(way) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATABASE_URL: DATABASES[way](),
    REDIS_URL: `redis://127.0.0.1:${REDIS_PROXY_PORT}`,
    APP_SECRET: "a secret of the drill, of no use elsewhere",
    APP_URL: ORIGINS[way],
    HOST: "127.0.0.1",
    PORT: new URL(ORIGINS[way]).port,
    LOG_LEVEL: "info",
    RATE_LIMIT_REQUESTS_PER_MINUTE: MANY,
    RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: MANY,
  };
}

/** Resolves to a token. */
export async function startServices(folder) {
  await createDatabase();
  const file = path.join(folder, "organization.json");
  writeFileSync(file, JSON.stringify(ORGANIZATION));
  const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { env: environment("hosts") });
  node("dist/migrate.mjs");
  node("dist/admin.mjs", "config", "apply", file);
  const owner = ["--organization", "drill", "--member", "ada@drill.test"];
  const token = node("dist/admin.mjs", "tokens", "create", ...owner, "--name", "drill");
  const hosts = await startName(folder);
  for (const way of Object.keys(ORIGINS)) {
    const command = [process.execPath, "dist/server.mjs", "--await-pages"];
    start(folder, `service-${way}`, way === "name" ? [...withHosts(hosts), ...command] : command, environment(way));
  }
  const isReady = async (origin) => (await fetch(`${origin}/api/health/ready`)).ok;
  for (const origin of Object.values(ORIGINS)) await until(`${origin} is ready`, () => isReady(origin));
  return token;
}
