/** Shows what a token with the chosen scopes would read of an entity: reads a page as its owner, and creates no token. */
import { z } from "zod";
import { previewEntity } from "@/lib/records/preview";
import { memberRead } from "@/lib/session/read";
import { findKeptAccount } from "@/lib/tokens/read/visibility";

const filters = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("is not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.array(z.json()));

/** `verbs`, `denied`: separated by commas. Without `verbs`, all of the member's permissions. `rows`: a JSON list of filters. */
const asked = z.object({
  entity: z.string(),
  verbs: z.string().optional(),
  denied: z.string().optional(),
  rows: filters.optional(),
  account: z.uuid().optional(),
});

export const GET = memberRead(asked, async ({ entity, verbs, denied, rows, account }, { member }) => {
  const owner = account === undefined ? member : await findKeptAccount(account, member);
  if (owner === null) return { preview: null };
  const scopes = verbs === undefined ? null : [{ entity, verbs: verbs.split(",") }];
  const limits = {
    deniedFields: denied === undefined ? [] : [{ entity, fields: denied.split(",") }],
    rows: (rows ?? []).map((where) => ({ entityKey: entity, where })),
  };
  return { preview: await previewEntity(owner, scopes, entity, limits) };
});
