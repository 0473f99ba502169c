/** A change of configuration beside writers that follow one another without a gap, as those of large batches do. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { impatientTransaction, withOwnConnection } from "@/lib/postgres/administration";
import { write } from "@/lib/postgres/query";
import { transaction } from "@/lib/postgres/transaction";
import { raw } from "../../../lib/query/sql";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const WRITERS = 4;
const WRITE_MS = 600;
const lock = (mode: string) => raw(`LOCK TABLE organizations IN ${mode} MODE`);

it("has its turn, and no writer is refused for it", async () => {
  let isWriting = true;
  let written = 0;
  const writers = Array.from({ length: WRITERS }, async (_, index) => {
    await pause((index * WRITE_MS) / WRITERS);
    while (isWriting) {
      await transaction(async (connection) => {
        await write(lock("ROW EXCLUSIVE"), { on: connection });
        await pause(WRITE_MS);
      });
      written += 1;
    }
  });
  await pause(WRITE_MS);
  const change = () =>
    withOwnConnection((own) => impatientTransaction(own, () => write(lock("SHARE ROW EXCLUSIVE"), { on: own })));
  await expect(change()).resolves.toEqual([]);
  isWriting = false;
  await Promise.all(writers);
  expect(written).toBeGreaterThan(WRITERS);
});
