/**
 * A file with a record on each line, in the order of their ids. A walk through all records is written beside it as it comes,
 * and takes its place at the end. Changes are collected, and merged into a file that replaces it. So memory is bounded, and
 * whoever reads the file finds a whole one.
 */
import { statSync } from "node:fs";
import { appendFile, open, rename, rm } from "node:fs/promises";
import type { Change, Envelope } from "../client.js";
import { mergedLines } from "./merge.js";
import { replaceFile } from "./replace-file.js";

/** `bytes`: the size of the file, which tells whether a state belongs to it. */
export type CopyState = { records: number; bytes: number };

const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Of an entry, beside its line. */
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

  /** `state` null: whatever the file holds is not known. The first thing to do is to begin anew. */
  constructor(file: string, state: CopyState | null) {
    this.#file = file;
    this.#walked = `${file}.part`;
    this.#records = state?.records ?? 0;
    this.#bytes = state?.bytes ?? 0;
  }

  /** All records come next, in the order of their ids, until the file is written. */
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

  /** Whether it is to be written before more is taken. */
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

/** Empty for what is gone. */
function lineOf(change: Change<Envelope>): string {
  return change.type === "changed" ? `${JSON.stringify(change.record)}\n` : "";
}

/** Onto the disk, before the name of the file is another's. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
