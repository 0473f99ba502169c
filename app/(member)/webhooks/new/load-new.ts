import { randomBytes } from "node:crypto";
import type { EntityAccess } from "@/lib/access/compile";
import type { Member } from "@/lib/model";
import { findManagedCaller, listWebhookTokens } from "@/lib/webhooks/of-member";
import type { FieldChoice } from "../webhook-form";

/** Further tokens are found through the token's page, which links here. */
const MAX_TOKENS = 200;

type Asked = { token: string | undefined; entity: string | undefined };

/** null if no token can list an entity. Without a choice, that of the newest token is offered. */
export async function loadNew(member: Member, asked: Asked) {
  const all = await listWebhookTokens(member);
  const tokens = all.filter(({ id }, index) => index < MAX_TOKENS || id === asked.token);
  const token = tokens.find(({ id }) => id === asked.token) ?? tokens[0];
  const caller = token === undefined ? null : await findManagedCaller(token.id, member);
  if (token === undefined || caller === null) return null;
  const listable = caller.access.entities().filter(({ permissions }) => permissions.list);
  const chosen = listable.find(({ entity }) => entity.key === asked.entity) ?? listable[0];
  if (chosen === undefined) return null;
  return {
    // A new one for each form that is shown.
    formId: randomBytes(16).toString("hex"),
    tokens: tokens.map(({ id, name, owner }) => {
      return { value: id, label: owner.id === member.id ? name : `${name} (${owner.name})` };
    }),
    tokenId: token.id,
    entities: listable.map(({ entity }) => ({ value: entity.key, label: entity.pluralLabel })),
    entityKey: chosen.entity.key,
    fields: fieldsOf(chosen),
  };
}

export function fieldsOf({ entity, readable }: EntityAccess): FieldChoice[] {
  const fields = [...entity.fields.values()].filter(({ key }) => readable.has(key));
  return fields.map(({ key, label }) => ({ key, label }));
}
