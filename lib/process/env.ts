/** The environment (`.env.example`), validated once. The error names every wrong variable and what it should be. */
import { z } from "zod";

const positiveInteger = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"] as const;

const ORIGINS_RULE =
  "must be origins, separated by commas, each a scheme, a host and perhaps a port: https://records.example";

const REPLICAS_RULE = "must be postgres:// addresses, separated by commas, each of one replica of DATABASE_URL";

const PRIVATE_HOSTS_RULE =
  "must be hosts with their ports, in lower case and separated by commas: receiver.intranet:8443";

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    DATABASE_URL: z
      .string()
      .refine(isDatabaseAddress, { error: "must be a postgres:// address", abort: true })
      .refine(saysWhichHost, "has several hosts, so it must end in ?target_session_attrs=read-write")
      .optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/, error: "must be an https:// address" }).optional(),
    UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis:// address" }).optional(),
    APP_SECRET: z
      .string()
      .refine((secret) => Buffer.byteLength(secret) >= 32, "must have at least 32 bytes")
      .optional(),
    APP_URL: z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
      .refine(
        (url) => !URL.canParse(url) || new URL(url).pathname === "/",
        "must have no path: the pages stand at its root",
      )
      .optional(),
    APP_ORIGINS: z.string().default("").transform(toList).refine(areOrigins, ORIGINS_RULE),
    SECURITY_CONTACT: z
      .url({ protocol: /^(?:mailto|https|tel)$/, error: "must be a mailto:, https:// or tel: address" })
      .optional(),
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be an https:// address" }).optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_NAME: z.string().min(1).max(40).optional(),
    RATE_LIMIT_REQUESTS_PER_MINUTE: positiveInteger(600),
    RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: positiveInteger(60),
    RATE_LIMIT_PAGES_PER_MINUTE: positiveInteger(300),
    RATE_LIMIT_ACTIONS_PER_MINUTE: positiveInteger(60),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    COMPRESSION: z.enum(["on", "off"]).default("on"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default("0.0.0.0"),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    PAGES: z.enum(["process", "inline"]).default("process"),
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional(),
    API_PROCESSES: z.coerce.number().int().min(1).optional(),
    CRON_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
    WEBHOOKS_PRIVATE_HOSTS: z.string().default("").transform(toList).refine(areHostsWithPort, PRIVATE_HOSTS_RULE),
    METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
    CHANGES_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
    DATABASE_POOLER: z.enum(["transaction", "session"]).optional(),
    DATABASE_REPLICA_URLS: z.string().default("").transform(toList).refine(arePostgres, REPLICAS_RULE),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(1000).default(10),
  })
  .refine((env) => env.DATABASE_REPLICA_URLS.length === 0 || env.DATABASE_URL !== undefined, {
    path: ["DATABASE_REPLICA_URLS"],
    message: "goes together with DATABASE_URL: the embedded server has no replicas",
  })
  .refine((env) => !env.UPSTASH_REDIS_REST_URL === !env.UPSTASH_REDIS_REST_TOKEN, {
    path: ["UPSTASH_REDIS_REST_URL"],
    message: "goes together with UPSTASH_REDIS_REST_TOKEN: set both or neither",
  })
  .refine((env) => new Set(OIDC.map((name) => env[name] === undefined)).size === 1, {
    path: ["OIDC_ISSUER"],
    message: `goes together with ${OIDC.slice(1).join(", ")}: set all of them or none`,
  })
  // Without APP_URL, the service is reached on this machine by its port.
  .transform((env) => ({ ...env, APP_URL: new URL(env.APP_URL ?? `http://localhost:${env.PORT}`).origin }))
  .refine(({ APP_URL, APP_ORIGINS }) => APP_ORIGINS.every((origin) => schemeOf(origin) === schemeOf(APP_URL)), {
    path: ["APP_ORIGINS"],
    message: "must have the scheme of APP_URL: the cookies of https do not reach http",
  });

export type Env = z.infer<typeof schema>;

/** Empty and blank variables count as unset. Throws one Error that lists every wrong variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not usable:\n${lines.join("\n")}`);
}

let current: Env | undefined;

export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}

/** True on Vercel: a function is frozen once its response is sent, so nothing runs between requests. */
export function runsAsFunction(): boolean {
  return process.env.VERCEL === "1";
}

/** For servers that start no database of their own. Throws an Error that says what to set. */
export function requireServerEnv(): void {
  const missing = (["DATABASE_URL", "APP_SECRET"] as const).filter((name) => env()[name] === undefined);
  if (missing.length === 0) return;
  throw new Error(
    `Set ${missing.join(" and ")}: only npm start and npm run dev bring a database of their own (.env.example).`,
  );
}

function toList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function areOrigins(texts: string[]): boolean {
  return texts.every((text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text);
}

function arePostgres(texts: string[]): boolean {
  return texts.every((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
}

/** Requires the form of a parsed URL, because URLs are compared with these hosts. */
function areHostsWithPort(texts: string[]): boolean {
  return texts.every((text) => {
    const [, host, port] = /^(.+):([1-9]\d{0,4})$/.exec(text) ?? [];
    const url = `https://${host}`;
    return URL.canParse(url) && new URL(url).host === host && Number(port) <= 65_535;
  });
}

function schemeOf(address: string): string {
  return new URL(address).protocol;
}

/** Before the hosts, the hosts, and what follows them. Passwords may contain `@`. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const OF_A_PRIMARY = new Set(["read-write", "primary"]);

export function addressesOf(url: string): string[] {
  const [, before, hosts = "", after] = ADDRESS.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => `${before}${host}${after}`) : [url];
}

/** True if connections have to accept writes (`target_session_attrs`). */
export function isOfPrimary(url: string): boolean {
  const [address] = addressesOf(url);
  return OF_A_PRIMARY.has(new URL(address as string).searchParams.get("target_session_attrs") ?? "");
}

function isDatabaseAddress(url: string): boolean {
  return addressesOf(url).every((address) => ADDRESS.test(address) && URL.canParse(address));
}

/** Several hosts are a primary and its standbys, so the address has to ask for the primary. */
function saysWhichHost(url: string): boolean {
  return addressesOf(url).length === 1 || isOfPrimary(url);
}
