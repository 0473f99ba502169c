/** A page that cannot be read leaves nothing behind. What pages hold is asked over HTTP, in `tests/api`. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { DEFAULT_SORT } from "@/lib/query/page/sort";
import { listRecords } from "@/lib/records/list";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { createAdmitted, listerOf } from "../store/admitted";

openTestDatabase();

/** More than find room at a time, as long as nobody knows how large the entity's records are. */
const PAGES = 8;

it("pages whose statement fails give their room back: the next ones need not wait", async () => {
  const admitted = await createAdmitted();
  // Of an entity that was removed: there is no table to ask.
  const { lister, access } = listerOf(admitted, { ...admitted.deals, id: randomUUID() });
  const query = {
    where: null,
    sort: DEFAULT_SORT,
    words: [],
    limit: MAX_PAGE_SIZE,
    cursor: null,
    fields: null,
    expand: [],
  };
  for (let page = 1; page <= PAGES; page += 1) {
    await expect(listRecords(lister, access, query, WANTED)).rejects.toBeInstanceOf(AccessChanged);
  }
});
