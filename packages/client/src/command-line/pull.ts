/**
 * `public-records pull`: keeps a file that is a copy of an entity's records, and a state beside it with the position in the feed
 * of changes. The file is replaced before the state. If a run ends in between, the next one repairs it.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { type ClientOptions, client, RecordsError } from "../client.js";
import { baseOf } from "../exchange.js";
import { Copy, type CopyState } from "./copy.js";
import { CommandFailed } from "./failure.js";
import { whileLocked } from "./lock.js";
import { replaceFile } from "./replace-file.js";

export type PullOptions = { connection: ClientOptions; entity: string; out: string };

type State = { url: string; entity: string; cursor: string } & CopyState;

/** Returns what to print. */
export async function pull(options: PullOptions): Promise<string> {
  try {
    return await whileLocked(`${options.out}.lock`, () => bringUpToDate(options));
  } catch (error) {
    throw await advised(error, options);
  }
}

async function bringUpToDate({ connection, entity, out }: PullOptions): Promise<string> {
  const url = baseOf(connection);
  const stateFile = `${out}.state.json`;
  const found = readState(stateFile, { url, entity, out });
  const copy = new Copy(out, found);
  let last = found?.cursor ?? null;
  for await (const { items, cursor, reset } of client(connection).entity(entity).mirror({ cursor: last })) {
    if (reset) await copy.beginAnew();
    await copy.take(items);
    last = cursor;
    if (cursor === null || !copy.isFull()) continue;
    await keep(cursor);
  }
  if (last !== null) await keep(last);
  return `${out}: ${copy.summary()}\n`;

  async function keep(cursor: string): Promise<void> {
    const state: State = { url, entity, cursor, ...(await copy.write()) };
    await replaceFile(stateFile, [`${JSON.stringify(state)}\n`]);
  }
}

type Asked = { url: string; entity: string; out: string };

/**
 * Returns null if the file has to be written from scratch, because there is none or it is not the one that the state belongs to.
 */
function readState(stateFile: string, { url, entity, out }: Asked): State | null {
  if (!existsSync(stateFile)) return null;
  const state = parseState(readFileSync(stateFile, "utf8"));
  if (state === null) throw new CommandFailed(`${stateFile} cannot be read. Delete it to write ${out} anew.`);
  if (state.url !== url || state.entity !== entity) {
    throw new CommandFailed(`${out} is a copy of ${state.entity} from ${state.url}. Say another file with --out.`);
  }
  return existsSync(out) && statSync(out).size === state.bytes ? state : null;
}

function parseState(text: string): State | null {
  try {
    const state = JSON.parse(text) as Partial<State> | null;
    return typeof state?.cursor === "string" ? (state as State) : null;
  } catch {
    return null;
  }
}

/** Adds what the user can do, where the service can only report what is wrong. */
async function advised(error: unknown, { connection, entity, out }: PullOptions): Promise<unknown> {
  if (!(error instanceof RecordsError)) return error;
  if (error.code === "INVALID_CURSOR") {
    return new CommandFailed(`${out}.state.json belongs to another organisation. Delete it to write ${out} anew.`);
  }
  if (error.code !== "ENTITY_NOT_FOUND") return error;
  const entities = await client(connection).entities();
  const keys = entities.filter(({ permissions }) => permissions.list).map(({ entityKey }) => entityKey);
  return new CommandFailed(`The token can use no entity ${entity}. It can read ${keys.join(", ") || "none"}.`);
}
