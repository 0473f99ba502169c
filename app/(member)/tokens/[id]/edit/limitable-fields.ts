/** The fields that can still be denied to a token, by the entity that it lists. Pure. */
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import type { EntityEffect, FieldEffect } from "@/lib/tokens/read/detail";

export function limitableFields(access: readonly EntityEffect[]): LimitableEntity[] {
  return access
    .filter(({ verbs, fields }) => verbs.list.effective && fields.length > 0)
    .map(({ entityKey, pluralLabel, fields, limiting }) => ({
      entityKey,
      pluralLabel,
      limiting,
      fields: fields.map((field) => ({ key: field.key, label: field.label, unreadable: reasonOf(field) })),
    }));
}

function reasonOf({ denied, readable }: FieldEffect): string | null {
  if (denied) return "limited already";
  return readable ? null : "its access does not include it";
}
