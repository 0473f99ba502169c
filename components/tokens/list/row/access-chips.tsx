/** What a token can reach, entity by entity: R reads, W creates, updates or deletes, + goes beyond these. Its text says each verb. */
import { isOfTheFour } from "@/lib/access/verbs";
import type { Scopes, VerbWord } from "@/lib/model";
import { Tooltip } from "../../../ui/tips/tooltip";

/** `labelOf`: an entity's name, by its key. */
type AccessChipsProps = { scopes: Scopes; labelOf: (entityKey: string) => string };

/** More are counted. */
const MAX_CHIPS = 2;

export function AccessChips({ scopes, labelOf }: AccessChipsProps) {
  if (scopes === null) return <span className="whitespace-nowrap">Everything</span>;
  if (scopes.length === 0) return <span className="text-quiet">Nothing</span>;
  const rest = scopes.slice(MAX_CHIPS);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {scopes.slice(0, MAX_CHIPS).map(({ entity, verbs }) => (
        <Chip key={entity} label={labelOf(entity)} verbs={verbs} />
      ))}
      {rest.length > 0 && (
        <Tooltip text={rest.map(({ entity, verbs }) => sentenceOf(labelOf(entity), verbs)).join("\n")}>
          <span className="whitespace-nowrap text-quiet text-xs">+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  );
}

function Chip({ label, verbs }: { label: string; verbs: readonly VerbWord[] }) {
  return (
    <span
      data-tip={sentenceOf(label, verbs)}
      className="inline-flex min-w-0 items-center gap-1 rounded-md bg-sunken px-1.5 text-xs leading-5"
    >
      <span className="truncate">
        <bdi>{label}</bdi>
      </span>
      <span aria-hidden className="font-medium">
        {lettersOf(verbs)}
      </span>
      <span className="sr-only">: {verbs.join(", ")}</span>
    </span>
  );
}

function sentenceOf(label: string, verbs: readonly VerbWord[]): string {
  return `${label}: ${verbs.join(", ")}`;
}

export function lettersOf(verbs: readonly VerbWord[]): string {
  const reads = verbs.includes("list") ? "R" : "";
  const writes = verbs.some((verb) => isOfTheFour(verb) && verb !== "list") ? "W" : "";
  const further = verbs.some((verb) => !isOfTheFour(verb)) ? "+" : "";
  return reads + writes + further;
}
