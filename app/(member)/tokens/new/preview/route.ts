/** Shows what a token of the chosen scopes would read of an entity: reads a page as the member, and creates no token. */
import { z } from "zod";
import { previewEntity } from "@/lib/records/preview";
import { memberRead } from "@/lib/session/read";

/**
 * `verbs`: those chosen on this entity, separated by commas; absent: everything that the member can do. `denied`: fields of it
 * that the token cannot read, likewise.
 */
const asked = z.object({ entity: z.string(), verbs: z.string().optional(), denied: z.string().optional() });

export const GET = memberRead(asked, async ({ entity, verbs, denied }, { member }) => {
  const scopes = verbs === undefined ? null : [{ entity, verbs: verbs.split(",") }];
  const deniedFields = denied === undefined ? [] : [{ entity, fields: denied.split(",") }];
  return { preview: await previewEntity(member, scopes, entity, deniedFields) };
});
