import Link from "next/link";
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { withNames } from "@/components/ui/text/with-names";
import { env } from "@/lib/process/env";
import type { EntityEffect, FieldEffect } from "@/lib/tokens/read/detail";
import { openManagedToken } from "../open-token";
import { grantedPermissions } from "./edit-draft";
import { EditForm } from "./edit-form";

export const metadata = { title: "Edit token" };

export default async function EditPage({ params, searchParams }: PageProps<"/tokens/[id]/edit">) {
  const { detail, tokenPolicy, page } = await openManagedToken(params);
  const { token, access } = detail;
  const { id, name, purpose, limits, scopes } = token;
  const { remove = [] } = await searchParams;
  const removed = grantedPermissions(access).filter((permission) => [remove].flat().includes(permission));
  return (
    <>
      <PageHeader title={withNames`Edit “${name}”`} back={{ href: `/tokens/${id}`, label: name }} />
      {token.state === "active" ? (
        <EditForm
          key={id}
          token={{ id, name, purpose, limits, followsOwner: scopes === null }}
          {...{ access, removed, page }}
          entities={limitableFields(access)}
          requirePurpose={tokenPolicy.requirePurpose}
          requestsPerMinute={env().RATE_LIMIT_REQUESTS_PER_MINUTE}
        />
      ) : (
        <Notice tone="warn" title={`This token is ${token.status}`}>
          Only active tokens can be edited.{" "}
          <Link href="/tokens/new" className="inline-block min-h-6 text-accent underline">
            Create a new token
          </Link>
        </Notice>
      )}
    </>
  );
}

/** The fields that can still be denied to a token, by the entity that it lists. */
function limitableFields(access: readonly EntityEffect[]): LimitableEntity[] {
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
