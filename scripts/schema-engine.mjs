/**
 * Prisma's schema engine as WebAssembly, over the `pg` driver: everything that migrations need, without a native engine to
 * download. It knows neither the command line (prisma-schema-engine.mjs) nor when to migrate (server/migrations.ts).
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

/** The type id of PostgreSQL's `"char"`, and of the nearest type that the adapter supports. */
const CATALOG_CHAR = 18;
const BPCHAR = 1042;

/**
 * Opens an engine for one database, which must exist. Its connections stay open until `close`.
 * @param {string} url
 * @param {[path: string, content: string][]} [schemaFiles] for methods that start from the engine's own schema
 */
export async function openSchemaEngine(url, schemaFiles) {
  await loadEngine();
  /** @type {pg.Pool[]} */
  const pools = [];
  const adapters = bindMigrationAwareSqlAdapterFactory(migrationAdapters(url, pools));
  const ignoreLog = () => {};
  const engine = await glue.SchemaEngine.new({ datamodels: schemaFiles }, ignoreLog, adapters);
  async function close() {
    engine.free();
    // The engine drops its connections without ending them.
    await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
  }
  return { engine, close };
}

/** The commit of prisma-engines that the module was built from. */
export async function engineVersion() {
  await loadEngine();
  return glue.version();
}

/** @type {Promise<void> | undefined} */
let loaded;

function loadEngine() {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate() {
  // The module calls this global when it panics. The text is the only clue to the cause.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  const gluePath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const module = readFileSync(path.join(path.dirname(gluePath), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(module, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = /** @type {{ __wbindgen_start(): void }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  start();
}

/**
 * @param {string} url
 * @param {pg.Pool[]} pools collects the opened pools
 */
function migrationAdapters(url, pools) {
  const address = new URL(url);
  const schema = address.searchParams.get("schema") ?? undefined;
  address.searchParams.delete("schema");

  /** @param {string} [database] */
  async function connect(database) {
    const target = new URL(address);
    // Set in the URL itself: pg ignores a separate `database` if there is a connection string, so the shadow database would be
    // the real one.
    if (database !== undefined) target.pathname = `/${database}`;
    // One connection, because it owns the advisory lock that keeps migrations apart.
    const pool = new pg.Pool({ connectionString: target.href, max: 1, idleTimeoutMillis: 0 });
    pools.push(pool);
    const adapter = await new PrismaPg(pool, {
      ...(schema === undefined ? {} : { schema }),
      disposeExternalPool: true,
    }).connect();
    return runWholeScripts(admitCatalogChars(adapter, pool), pool);
  }

  async function connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const main = await connect();
    await main.executeScript(`CREATE DATABASE "${name}"`);
    const shadow = await connect(name);
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await main.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await main.dispose();
    };
    return shadow;
  }

  return /** @type {const} */ ({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(),
    connectToShadowDb,
  });
}

/** @typedef {import("@prisma/driver-adapter-utils").SqlDriverAdapter} Adapter */

/**
 * The adapter refuses `"char"`, which is common in the catalogs. So it is shown another type, and the engine the true one.
 * @param {Adapter} adapter
 * @param {pg.Pool} pool
 */
function admitCatalogChars(adapter, pool) {
  const query = pool.query.bind(pool);
  const queryRaw = adapter.queryRaw.bind(adapter);
  /** @type {boolean[]} */
  let charColumns = [];
  /** @param {[pg.QueryConfig]} args */
  const shown = async (...args) => {
    const result = await query(...args);
    const fields = result.fields ?? [];
    charColumns = fields.map((field) => field.dataTypeID === CATALOG_CHAR);
    for (const field of fields) if (field.dataTypeID === CATALOG_CHAR) field.dataTypeID = BPCHAR;
    return result;
  };
  Object.assign(pool, { query: shown });
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    const columnTypes = result.columnTypes.map((type, i) => (charColumns[i] ? ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
  return adapter;
}

/**
 * The adapter splits scripts at every semicolon, even within function bodies and literals. PostgreSQL accepts them whole.
 * @param {Adapter} adapter
 * @param {pg.Pool} pool
 */
function runWholeScripts(adapter, pool) {
  // A method of the class that is missing in its type: it throws the fault in the format that the engine reads.
  const thrower = /** @type {{ onError(error: unknown): never }} */ (/** @type {unknown} */ (adapter));
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error) => thrower.onError(error));
  };
  return adapter;
}
