#!/usr/bin/env node
/**
 * Replaces the native schema engine that Prisma's command line would download: it takes the same arguments, and handles the same
 * JSON-RPC on standard input and output with schema-engine.mjs. prisma.config.ts points Prisma here.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import pg from "pg";
import { engineVersion, openSchemaEngine } from "./schema-engine.mjs";

/** Prisma's codes for connection errors that its command line explains well. */
const CONNECTION_ERROR_CODES = {
  "28P01": "P1000",
  ECONNREFUSED: "P1001",
  ENOTFOUND: "P1001",
  "3D000": "P1003",
  42501: "P1010",
};

const argv = process.argv.slice(2);
const url = JSON.parse(argumentsOf("--datasource")[0] ?? "{}").url;

if (argv.includes("--version")) console.log(`schema-engine-cli ${await engineVersion()}`);
else if (argv.includes("cli")) await runCommand(argv[argv.indexOf("cli") + 1]);
else serve();

/** @param {string} flag */
function argumentsOf(flag) {
  return argv.flatMap((argument, i) => (argument === flag ? [argv[i + 1] ?? ""] : []));
}

async function runCommand(command) {
  if (command === "can-connect-to-database") return query(url, () => "SELECT 1");
  const address = new URL(url);
  const database = decodeURIComponent(address.pathname.slice(1));
  address.pathname = "/postgres";
  if (command === "create-database") return query(address.href, (quote) => `CREATE DATABASE ${quote(database)}`);
  if (command === "drop-database") return query(address.href, (quote) => `DROP DATABASE IF EXISTS ${quote(database)}`);
  return fail(`The command ${command} is not supported.`);
}

async function query(connectionString, compose) {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query(compose((name) => client.escapeIdentifier(name)));
  } catch (thrown) {
    const error = /** @type {pg.DatabaseError} */ (thrown);
    fail(error.message, CONNECTION_ERROR_CODES[error.code ?? ""]);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Prisma skips the first line of standard error and reads the others as JSON log lines. */
function fail(message, error_code) {
  const line = { level: "ERROR", target: "schema_engine::logger", fields: { message, error_code } };
  process.stderr.write(`\n${JSON.stringify(line)}`);
  process.exit(1);
}

/** Handles requests one after the other, until the input ends. */
function serve() {
  /** @type {[path: string, content: string][]} */
  const schemaFiles = argumentsOf("--datamodels").map((file) => [file, readFileSync(file, "utf8")]);
  let opened;
  let work = Promise.resolve();

  async function answer({ id, method, params }) {
    try {
      opened ??= await openSchemaEngine(url, schemaFiles.length > 0 ? schemaFiles : undefined);
      send({ id, result: (await call(opened.engine, method, params)) ?? {} });
    } catch (error) {
      send({ id, error: toRpcError(error) });
    }
  }

  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const message = JSON.parse(line);
      // A message without a method is Prisma's acknowledgement of something that it was asked to print.
      if (message.method !== undefined) work = work.then(() => answer(message));
    })
    .on("close", () => work.then(() => process.exit(0)));
}

async function call(engine, method, params) {
  if (method === "getDatabaseVersion") return engine.version();
  if (typeof engine[method] !== "function") throw new Error(`The method ${method} is not supported.`);
  const result = await engine[method](params);
  if (method !== "diff") return result;
  if (result.stdout) send({ id: 0, method: "print", params: { content: result.stdout } });
  return { exitCode: result.exitCode, stdout: null };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function toRpcError(error) {
  const data = { is_panic: false, message: error.message, meta: error.meta ?? null };
  const error_code = error.code ?? error.error_code;
  return {
    code: 4466,
    message: "An error happened. Check the data field for details.",
    data: error_code === undefined ? data : { ...data, error_code },
  };
}
