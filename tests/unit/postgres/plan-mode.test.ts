/** Which kind of plan PostgreSQL makes is said by its own setting, and never left behind for the next to use the connection. */
import { beforeEach, expect, it } from "vitest";
import { postgres } from "@/lib/postgres/postgres";
import type { Plan } from "@/lib/postgres/prepared";
import { read, withConnection } from "@/lib/postgres/query";
import { transaction } from "@/lib/postgres/transaction";
import { prisma } from "@/lib/store/prisma";
import { sql } from "../../../lib/query/sql";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const MODE = sql`SELECT current_setting('plan_cache_mode') AS mode, pg_backend_pid() AS pid`;
type Mode = { mode: string; pid: number };

const modeOf = async (plan?: Plan) => (await read<Mode>(MODE, plan === undefined ? {} : { plan }))[0]?.mode;

beforeEach(() => postgres().pipelines?.records.open());

it.each<[plan: Plan, mode: string]>([
  ["generic", "force_generic_plan"],
  ["generic page", "force_generic_plan"],
  ["custom page", "force_custom_plan"],
  ["unprepared", "force_custom_plan"],
])("a statement whose plan is %s is planned under %s", async (plan, mode) => {
  // One after the other, and so over one connection, which has to change.
  expect([await modeOf("generic"), await modeOf(plan)]).toEqual(["force_generic_plan", mode]);
  expect([await modeOf("custom page"), await modeOf(plan)]).toEqual(["force_custom_plan", mode]);
});

it("statements by key have generic plans", async () => {
  const [row] = await read<Mode>(MODE, { on: "records", plan: "generic" });
  expect(row?.mode).toBe("force_generic_plan");
});

it("a transaction of a request has generic plans, and resets the mode at its end", async () => {
  const rows = await transaction((connection) => read<Mode>(MODE, { on: connection }));
  expect(rows[0]?.mode).toBe("force_generic_plan");
  expect(await modeOf()).toBe("force_custom_plan");
});

it("Prisma's statements have custom plans, whatever its connection was used for before", async () => {
  await modeOf("generic");
  const rows = await prisma().$queryRawUnsafe<Mode[]>(MODE.text);
  expect(rows[0]?.mode).toBe("force_custom_plan");
});

it("a statement that PostgreSQL refuses keeps its connection, and its setting", async () => {
  const pid = () => withConnection("generic", (connection) => read<Mode>(MODE, { on: connection }));
  const [before] = await pid();
  await expect(read(sql`SELECT 1 / ${0}::int`, { plan: "generic" })).rejects.toMatchObject({ code: "22012" });
  expect(await pid()).toEqual([before]);
});
