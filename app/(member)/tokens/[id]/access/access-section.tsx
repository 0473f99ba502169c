/** What a token can do now: what was granted to it, as far as its owner still has it. */
import { Check, CircleDot, Minus, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { UNUSED_AFTER_DAYS, type UnusedPermission } from "@/lib/explanation/unused-permissions";
import { VERBS, type VerbWord } from "@/lib/model";
import type { EntityEffect, TokenDetail } from "@/lib/tokens/detail";
import { type AccessCell, narrowingHref, toAccessCell, unusedInWords } from "./access-words";

type AccessSectionProps = { detail: TokenDetail; isOwn: boolean; children: ReactNode };

export function AccessSection({ detail, isOwn, children }: AccessSectionProps) {
  const { access, token } = detail;
  const rows = access.map((entity) => ({
    entity,
    cells: VERBS.map((verb) => toAccessCell(entity.verbs[verb], isOwn)),
    further: entity.further.map((access) => ({ verb: access.verb, cell: toAccessCell(access, isOwn) })),
  }));
  const exceeds = rows.some(({ cells, further }) =>
    [...cells, ...further.map(({ cell }) => cell)].some(({ kind }) => kind === "exceeds"),
  );
  const hasFurther = rows.some(({ further }) => further.length > 0);
  const isWorking = token.state === "active";
  const whose = isOwn ? "you" : "its owner";
  const extent =
    token.scopes === null
      ? `everything that ${whose} can do, now and later`
      : `what was granted to it, as far as ${whose} can do it`;
  return (
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
      {rows.length === 0 ? (
        <Notice tone="warn">Nothing: {whose} can do nothing with any entity.</Notice>
      ) : (
        <Table
          caption="What the token can do, by entity and verb"
          columns={
            <>
              <ColumnHeader>Entity</ColumnHeader>
              {VERBS.map((verb) => (
                <ColumnHeader key={verb}>{verb}</ColumnHeader>
              ))}
              {hasFurther && <ColumnHeader>further verbs</ColumnHeader>}
            </>
          }
        >
          {rows.map(({ entity, cells, further }) => (
            <Row key={entity.entityKey}>
              <EntityName entity={entity} />
              {cells.map((cell, index) => (
                <Cell key={VERBS[index]} label={VERBS[index]}>
                  <CellMark cell={cell} />
                </Cell>
              ))}
              {hasFurther && (
                <Cell label="further verbs">
                  <FurtherMarks further={further} />
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      )}
      {children}
    </section>
  );
}

function EntityName({ entity: { entityKey, pluralLabel, hiddenFieldCount, fields } }: { entity: EntityEffect }) {
  const denied = fields.filter((field) => field.denied).map(({ label }) => label);
  return (
    <RowHeader>
      <span className="font-medium">{pluralLabel}</span> <code className="text-quiet text-xs">{entityKey}</code>
      {hiddenFieldCount > 0 && (
        <span className="block text-quiet text-xs">
          {hiddenFieldCount === 1 ? "1 field is hidden" : `${hiddenFieldCount} fields are hidden`}
        </span>
      )}
      {denied.length > 0 && (
        <span className="block text-quiet text-xs [overflow-wrap:anywhere]">
          Limited: cannot read {denied.join(", ")}
        </span>
      )}
    </RowHeader>
  );
}

const MARKS = {
  allowed: { icon: Check, look: "text-good" },
  "some records": { icon: CircleDot, look: "text-good" },
  exceeds: { icon: TriangleAlert, look: "text-warn" },
  "not granted": { icon: Minus, look: "text-quiet" },
} as const;

function FurtherMarks({ further }: { further: { verb: VerbWord; cell: AccessCell }[] }) {
  if (further.length === 0) return <CellMark cell={{ kind: "not granted", text: "None" }} />;
  return (
    <ul className="grid gap-1">
      {further.map(({ verb, cell }) => (
        <li key={verb} className="flex flex-wrap items-center gap-x-2">
          <code className="text-xs [overflow-wrap:anywhere]">{verb}</code> <CellMark cell={cell} />
        </li>
      ))}
    </ul>
  );
}

function CellMark({ cell: { kind, text } }: { cell: AccessCell }) {
  const { icon: Icon, look } = MARKS[kind];
  return (
    <span className={`inline-flex items-center gap-1.5 ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  );
}

/** Proposes to take away what a token has not used for a month. Nothing happens before its owner has confirmed it. */
export function UnusedNotice({ tokenId, unused }: { tokenId: string; unused: UnusedPermission[] }) {
  if (unused.length === 0) return null;
  return (
    <Notice className="mt-3" title={`Not used for ${UNUSED_AFTER_DAYS} days: ${unusedInWords(unused)}`}>
      A token that can do less harms less when it leaks.{" "}
      <Link href={narrowingHref(tokenId, unused)} className="inline-block min-h-6 text-accent underline">
        Take it away
      </Link>
    </Notice>
  );
}
