/** A connection of a pool for as long as the work takes. One that broke, or stopped responding, is not lent again. */
import { isGivenUp } from "./faults";
import type { LentConnection, StallTolerantPool } from "./pool";
import type { PlanMode } from "./prepared";

export async function lendTo<T>(
  pool: StallTolerantPool,
  mode: PlanMode,
  work: (connection: LentConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.lend(mode);
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  // While it is held, nobody else would hear that the connection broke, and the process would end.
  connection.on("error", noteBroken);
  try {
    return await work(connection);
  } catch (error) {
    // Behind a statement that was given up, the next one would wait as long again.
    if (isGivenUp(error)) broken = error;
    throw error;
  } finally {
    connection.off("error", noteBroken);
    connection.release(broken);
  }
}
