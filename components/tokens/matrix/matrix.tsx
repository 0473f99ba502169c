/** The table of entities and verbs of a token; its users render the cells. Without room for columns, entities are cards. */
import clsx from "clsx";
import { memo, type ReactNode } from "react";
import { VERBS, type Verb, type VerbWord } from "@/lib/model";

export type MatrixEntity = { entityKey: string; pluralLabel: string; further: readonly { verb: VerbWord }[] };

type MatrixProps<Entity extends MatrixEntity> = {
  caption: string;
  entities: readonly Entity[];
  /** "small": for cells with an icon only. The scrolling container draws the border. */
  size?: "normal" | "small";
  className?: string;
  /** A row whose state is unchanged is not rendered again. Without it, all rows are. */
  stateOf?: (entity: Entity) => string;
  /** Rendered below the name of a column. */
  columnOf?: (verb: Verb) => ReactNode;
  /** Rendered before and after the name of an entity. */
  leadOf?: (entity: Entity) => ReactNode;
  notesOf?: (entity: Entity) => ReactNode;
  cellOf: (entity: Entity, verb: Verb) => ReactNode;
  /** Rendered with the name of the verb, because it has no column. */
  furtherOf: (entity: Entity, further: Entity["further"][number]) => ReactNode;
};

const VERB_LABELS: Record<Verb, string> = { list: "List", create: "Create", update: "Update", delete: "Delete" };

/** app/globals.css defines by container name when there is room for columns. */
const SIZES = {
  normal: {
    sheet: "@container/matrix overflow-hidden rounded-card border border-line bg-surface",
    column: "w-20 px-1 @3xl:w-32",
    further: "columns:pl-7 columns:@3xl:pl-13",
  },
  small: { sheet: "@container/small-matrix bg-surface", column: "w-12", further: "columns:pl-4" },
};

export function Matrix<Entity extends MatrixEntity>(props: MatrixProps<Entity>) {
  const { caption, entities, size = "normal", className, stateOf, ...of } = props;
  const { sheet, column, further } = SIZES[size];
  return (
    <div className={clsx(sheet, className)}>
      <table className="block w-full border-collapse text-sm columns:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only columns:not-sr-only columns:table-header-group columns:sticky columns:top-0 columns:z-10 columns:bg-canvas">
          <tr>
            <th scope="col" className="px-3 py-2 text-left align-top font-medium text-quiet text-xs">
              Entity
            </th>
            {VERBS.map((verb) => (
              <th key={verb} scope="col" className={clsx("py-2 align-top font-medium text-quiet text-xs", column)}>
                {VERB_LABELS[verb]}
                {of.columnOf && <div className="hidden columns:block">{of.columnOf(verb)}</div>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line columns:table-row-group columns:divide-y-0">
          {entities.map((entity) => (
            <MemoizedRows
              key={entity.entityKey}
              // These callbacks only get entities of this list; `memo` loses the type parameter.
              {...(of as Omit<MatrixProps<MatrixEntity>, "caption" | "entities">)}
              entity={entity}
              state={stateOf?.(entity)}
              furtherLook={further}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type EntityRowsProps<Entity extends MatrixEntity> = Omit<
  MatrixProps<Entity>,
  "caption" | "entities" | "size" | "stateOf"
> & {
  entity: Entity;
  state: string | undefined;
  /** Aligns with the marks of the first column. */
  furtherLook: string;
};

/** Further verbs are below the four standard ones, in a second row that shares the entity's name. */
function EntityRows<Entity extends MatrixEntity>(props: EntityRowsProps<Entity>) {
  const { entity, furtherLook, leadOf, notesOf, cellOf, furtherOf } = props;
  const { pluralLabel, further } = entity;
  return (
    <>
      <tr className="block px-3 py-2 columns:table-row columns:border-line columns:border-t">
        <th
          scope="row"
          rowSpan={further.length > 0 ? 2 : 1}
          className="block pb-1 text-left align-top font-normal [overflow-wrap:anywhere] columns:table-cell columns:px-3 columns:py-2"
        >
          <span className="flex items-start gap-2">
            {leadOf?.(entity)}
            <span className="min-w-0">
              <span className="font-medium leading-6">{pluralLabel}</span>
              {notesOf?.(entity)}
            </span>
          </span>
        </th>
        {VERBS.map((verb) => (
          <td
            key={verb}
            className="grid grid-cols-[minmax(min-content,2fr)_minmax(0,3fr)] items-start py-0.5 align-top columns:table-cell columns:px-1 columns:py-2 columns:text-center"
          >
            <span className="text-quiet text-xs leading-6 columns:hidden">{VERB_LABELS[verb]}</span>
            <div className="min-w-0">{cellOf(entity, verb)}</div>
          </td>
        ))}
      </tr>
      {further.length > 0 && (
        <tr className="block border-t-0! px-3 pb-2 columns:table-row">
          <td colSpan={VERBS.length} className={clsx("block columns:table-cell columns:pb-2", furtherLook)}>
            <ul
              aria-label={`${pluralLabel}: further verbs`}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-1"
            >
              {further.map((each) => (
                <li key={each.verb} className="min-w-0 [overflow-wrap:anywhere]">
                  {furtherOf(entity, each)}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

const MemoizedRows = memo(
  EntityRows<MatrixEntity>,
  (before, now) => now.state !== undefined && before.state === now.state && before.entity === now.entity,
);
