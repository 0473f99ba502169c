/**
 * A token's access by entity: R reads, W creates, updates or deletes, + has further verbs. Names are never cut: without room for
 * them, entities are counted. Its text lists every verb.
 */
import { isOfTheFour } from "@/lib/access/verbs";
import type { Scopes, VerbWord } from "@/lib/model";
import { Tooltip } from "../../../ui/tips/tooltip";
import { chipsOf } from "./chips-of";

/** `labelOf`: an entity's name, by its key. */
type AccessChipsProps = { scopes: Scopes; labelOf: (entityKey: string) => string };

type Access = { entity: string; label: string; verbs: readonly VerbWord[]; letters: string };

export function AccessChips({ scopes, labelOf }: AccessChipsProps) {
  if (scopes === null) return <span className="whitespace-nowrap">Everything</span>;
  if (scopes.length === 0) return <span className="text-quiet">Nothing</span>;
  const accesses = scopes.map(({ entity, verbs }) => {
    return { entity, label: labelOf(entity), verbs, letters: lettersOf(verbs) };
  });
  const { narrow, wide } = chipsOf(accesses);
  const count = <Count accesses={accesses} />;
  if (wide === 0) return count;
  const names = <Names accesses={accesses} named={wide} />;
  if (narrow > 0) return names;
  return (
    <>
      <span className="@min-[61rem]:hidden">{count}</span>
      <span className="hidden @min-[61rem]:inline">{names}</span>
    </>
  );
}

const CHIP = "inline-flex items-center gap-1 whitespace-nowrap rounded-md bg-sunken px-1.5 text-xs leading-5";

function Names({ accesses, named }: { accesses: readonly Access[]; named: number }) {
  const rest = accesses.slice(named);
  return (
    <span className="flex items-center gap-1">
      {accesses.slice(0, named).map((access) => (
        <span key={access.entity} data-tip={sentenceOf(access)} className={CHIP}>
          <bdi>{access.label}</bdi>
          <span aria-hidden className="font-medium">
            {access.letters}
          </span>
          <span className="sr-only">: {access.verbs.join(", ")}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip text={rest.map(sentenceOf).join("\n")}>
          <span className="whitespace-nowrap text-quiet text-xs">+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  );
}

/** Combines the letters of all entities. */
function Count({ accesses }: { accesses: readonly Access[] }) {
  const letters = lettersOf(accesses.flatMap(({ verbs }) => verbs));
  return (
    <Tooltip text={accesses.map(sentenceOf).join("\n")}>
      <span className={CHIP}>
        {accesses.length === 1 ? "1 entity" : `${accesses.length} entities`}
        <span aria-hidden className="font-medium">
          · {letters}
        </span>
      </span>
    </Tooltip>
  );
}

function sentenceOf({ label, verbs }: Access): string {
  return `${label}: ${verbs.join(", ")}`;
}

export function lettersOf(verbs: readonly VerbWord[]): string {
  const reads = verbs.includes("list") ? "R" : "";
  const writes = verbs.some((verb) => isOfTheFour(verb) && verb !== "list") ? "W" : "";
  const further = verbs.some((verb) => !isOfTheFour(verb)) ? "+" : "";
  return reads + writes + further;
}
