import Link from "next/link";
import { formatVerbs } from "@/components/tokens/format-verbs";
import { Mark, type MarkKind } from "@/components/tokens/matrix/mark";
import { Matrix } from "@/components/tokens/matrix/matrix";
import { Notice } from "@/components/ui/notice";
import { listUnusedPermissions, UNUSED_AFTER_DAYS, type UnusedPermission } from "@/lib/explanation/unused-permissions";
import { groupBy } from "@/lib/group-by";
import { limitNames } from "@/lib/tokens/limit-words";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/read/detail";
import { describeRowLimits } from "@/lib/tokens/row-limits";
import { openToken } from "../open-token";
import { TokenFrame } from "../token-frame";

export const metadata = { title: "Access of a token" };

export default async function AccessPage({ params }: PageProps<"/tokens/[id]/access">) {
  const opened = await openToken(params);
  const { detail, isOwn, isManaged, now } = opened;
  const { access, token } = detail;
  const unused = isManaged ? await listUnusedPermissions(detail, now) : [];
  const exceeds = access.some(({ verbs, further }) =>
    [...Object.values(verbs), ...further].some((verb) => toAccessCell(verb, isOwn).kind === "exceeds"),
  );
  const conditions = describeRowLimits(token.limits.rows, limitNames(access));
  const isWorking = token.state === "active";
  const whose = isOwn ? "you" : "its owner";
  const extent =
    token.scopes === null
      ? `everything that ${whose} can do, now and later`
      : `what was granted to it, as far as ${whose} can do it`;
  return (
    <TokenFrame opened={opened} current="/access">
      <section aria-labelledby="access">
        <h2 id="access" className="font-semibold text-base">
          {isWorking ? "Access now" : "Access"}
        </h2>
        <p className="mb-3 text-quiet text-sm">
          {isWorking
            ? `It can do ${extent}.`
            : `None now: every request is refused. If it worked, it could do ${extent}.`}
        </p>
        {isWorking && exceeds && (
          <Notice tone="warn" title="Part of what was granted does not work" className="mb-3">
            What exceeds {isOwn ? "your role" : "the owner’s role"} is answered 403 PERMISSION_DENIED, or 404
            ENTITY_NOT_FOUND where nothing of the entity is left. It works again as soon as the role allows it.
          </Notice>
        )}
        {access.length === 0 ? (
          <Notice tone="warn">Nothing: {whose} can do nothing with any entity.</Notice>
        ) : (
          <Matrix
            caption="What the token can do, by entity and verb"
            entities={access}
            notesOf={(entity) => <EntityNotes entity={entity} condition={conditions.get(entity.entityKey)} />}
            cellOf={(entity, verb) => <AccessMark cell={toAccessCell(entity.verbs[verb], isOwn)} />}
            furtherOf={(_, further) => (
              <span className="flex flex-row-reverse flex-wrap items-center justify-end gap-x-2 columns:pl-1">
                <code className="text-xs">{further.verb}</code> <AccessMark cell={toAccessCell(further, isOwn)} />
              </span>
            )}
          />
        )}
        {unused.length > 0 && (
          <Notice className="mt-3" title={`Not used for ${UNUSED_AFTER_DAYS} days: ${formatUnused(unused)}`}>
            A token that can do less harms less when it leaks.{" "}
            <Link href={narrowingHref(token.id, unused)} className="inline-block min-h-6 text-accent underline">
              Take it away
            </Link>
          </Notice>
        )}
      </section>
    </TokenFrame>
  );
}

/** Yes and no are shown as icons; everything else has text. */
function AccessMark({ cell }: { cell: AccessCell }) {
  return <Mark {...cell} size={cell.kind === "allowed" || cell.kind === "not granted" ? "icon" : "text"} />;
}

/** `condition`: which of its records the token reaches; undefined: all that its owner does. */
type EntityNotesProps = { entity: EntityEffect; condition: string | undefined };

function EntityNotes({ entity: { entityKey, hiddenFieldCount, fields }, condition }: EntityNotesProps) {
  const denied = fields.filter((field) => field.denied).map(({ label }) => label);
  return (
    <>
      {" "}
      <code className="text-quiet text-xs">{entityKey}</code>
      {condition !== undefined && (
        <span className="block text-quiet text-xs [overflow-wrap:anywhere]">Limited: only where {condition}</span>
      )}
      {hiddenFieldCount > 0 && (
        <span className="block text-quiet text-xs">
          {hiddenFieldCount === 1 ? "1 field is hidden" : `${hiddenFieldCount} fields are hidden`}
        </span>
      )}
      {denied.length > 0 && <span className="block text-quiet text-xs">Limited: cannot read {denied.join(", ")}</span>}
    </>
  );
}

type AccessCell = { kind: MarkKind; text: string };

function toAccessCell({ granted, held, effective, someRecords }: VerbAccess, isOwn: boolean): AccessCell {
  if (effective) return someRecords ? { kind: "some records", text: "Some records" } : { kind: "allowed", text: "Yes" };
  if (granted && !held) return { kind: "exceeds", text: isOwn ? "Exceeds your role" : "Exceeds the owner’s role" };
  return { kind: "not granted", text: "No" };
}

/** "delete on Contacts; create, update on Deals". */
function formatUnused(unused: readonly UnusedPermission[]): string {
  const ofEntities = [...groupBy(unused, ({ entityKey }) => entityKey).values()];
  return formatVerbs(
    ofEntities.map((all) => ({ pluralLabel: all[0]?.pluralLabel ?? "", verbs: all.map(({ verb }) => verb) })),
  );
}

function narrowingHref(tokenId: string, unused: readonly UnusedPermission[]): string {
  const query = new URLSearchParams(unused.map(({ entityKey, verb }) => ["remove", `${entityKey}:${verb}`]));
  return `/tokens/${tokenId}/edit?${query}`;
}
