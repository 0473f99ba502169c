/** What is to be known of an entity, or of one right on it, before it is given to a token. */
import type { EntityRights, VerbRight } from "@/lib/tokens/permissions";

export function EntityNotes({ entity }: { entity: EntityRights }) {
  const { hiddenFieldCount: hidden } = entity;
  if (hidden === 0) return null;
  return (
    <span className="block text-quiet text-xs">
      {hidden === 1 ? "1 field hidden from you" : `${hidden} fields hidden from you`}
    </span>
  );
}

/** Held, and on all records: there is nothing to add. */
export function isPlain(right: VerbRight): boolean {
  return right.held && !right.someRecords;
}

/** In a word for everybody to see; in a sentence for those to whom the word is read alone. */
export function RightNote({ id, right }: { id: string; right: VerbRight }) {
  if (isPlain(right)) return null;
  return (
    <span id={id} className="block text-quiet text-xs leading-tight">
      <span aria-hidden>{right.held ? "some records" : "not granted"}</span>
      <span className="sr-only">{right.held ? "On some of the records only." : right.reason}</span>
    </span>
  );
}
