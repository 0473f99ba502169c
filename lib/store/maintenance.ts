/** Whose turn it is to clear what is past its time. */
import { Prisma } from "../../generated/prisma/client";
import { write } from "../postgres/query";

/** Whether the last time was so long ago; it is then now. Of many who ask at once, one is told so. */
export async function claimMaintenance(seconds: number): Promise<boolean> {
  const rows = await write(Prisma.sql`
    INSERT INTO maintenance (at) VALUES (now())
    ON CONFLICT (one) DO UPDATE SET at = now() WHERE maintenance.at <= now() - make_interval(secs => ${seconds}::int)
    RETURNING at`);
  return rows.length > 0;
}
