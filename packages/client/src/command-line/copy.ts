/**
 * A file with one record per line, in the order of their ids. A walk through all records is written to a second file, which
 * replaces the first one at the end. Changes are collected, and merged into a file that replaces it. So memory is bounded, and
 * readers always find a complete file.
 */
import { statSync } from "node:fs";
import { appendFile, open, rename, rm } from "node:fs/promises";
import type { Change, Envelope } from "../client.js";
import { mergedLines } from "./merge.js";
import { replaceFile } from "./replace-file.js";

/** `bytes`: the size of the file, which shows whether a state belongs to it. */
export type CopyState = { records: number; bytes: number };

const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** The estimated memory of an entry, in addition to its line. */
const ENTRY_BYTES = 200;

export class Copy {
  readonly #file: string;
  readonly #walked: string;
  readonly #pending = new Map<string, string | null>();
  #pendingBytes = 0;
  #isWalking = false;
  #records: number;
  #bytes: number;
  readonly #told = { isNew: false, changed: 0, removed: 0 };

  /** `state` null: the content of the file is unknown, so call `beginAnew` first. */
  constructor(file: string, state: CopyState | null) {
    this.#file = file;
    this.#walked = `${file}.part`;
    this.#records = state?.records ?? 0;
    this.#bytes = state?.bytes ?? 0;
  }

  /** Starts a walk: `take` then gets all records, in the order of their ids, until `write`. */
  async beginAnew(): Promise<void> {
    await rm(this.#walked, { force: true });
    this.#clear();
    this.#records = 0;
    this.#isWalking = true;
    Object.assign(this.#told, { isNew: true, changed: 0, removed: 0 });
  }

  async take(items: Change<Envelope>[]): Promise<void> {
    if (this.#isWalking) {
      await appendFile(this.#walked, items.map(lineOf).join(""));
      this.#records += items.length;
      return;
    }
    for (const item of items) {
      const line = lineOf(item);
      this.#pending.set(item.type === "removed" ? item.id : item.record.id, line === "" ? null : line);
      this.#pendingBytes += line.length + ENTRY_BYTES;
      this.#told[item.type] += 1;
    }
  }

  /** Whether `write` has to be called before more is taken. */
  isFull(): boolean {
    return this.#isWalking || this.#pendingBytes > MAX_PENDING_BYTES;
  }

  async write(): Promise<CopyState> {
    if (this.#isWalking) {
      await flush(this.#walked);
      await rename(this.#walked, this.#file);
      this.#bytes = statSync(this.#file).size;
      this.#isWalking = false;
    }
    if (this.#pending.size > 0) {
      const counted = { lines: 0 };
      this.#bytes = await replaceFile(this.#file, mergedLines(this.#file, this.#pending, counted));
      this.#records = counted.lines;
      this.#clear();
    }
    return { records: this.#records, bytes: this.#bytes };
  }

  summary(): string {
    const { isNew, changed, removed } = this.#told;
    return `${this.#records} records, ${isNew ? "written anew" : `${changed} changed, ${removed} removed`}.`;
  }

  #clear(): void {
    this.#pending.clear();
    this.#pendingBytes = 0;
  }
}

/** Empty for a removed record. */
function lineOf(change: Change<Envelope>): string {
  return change.type === "changed" ? `${JSON.stringify(change.record)}\n` : "";
}

/** Flushes the file to the disk before it gets its final name. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
