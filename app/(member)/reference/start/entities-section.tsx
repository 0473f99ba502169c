/** All entities that the caller can use. Of many the rest is collapsed, so that the text is not far below. */
import type { Entity } from "@/lib/model";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { ReferenceSection } from "../section";

/** Some rows of cards. */
const SHOWN = 24;

export function EntitiesSection({ reference: { caller, tokenId } }: { reference: Reference }) {
  const entities = caller.access.entities().map(({ entity }) => entity);
  const rest = entities.slice(SHOWN);
  return (
    <ReferenceSection id="entities" title="Entities">
      {entities.length === 0 && <p>These permissions reach no entity. An administrator can give your role more.</p>}
      <EntityCards entities={entities.slice(0, SHOWN)} tokenId={tokenId} />
      {rest.length > 0 && (
        <details className="mt-2.5">
          <summary className="min-h-8 py-1 text-accent">{rest.length.toLocaleString("en")} more</summary>
          <EntityCards entities={rest} tokenId={tokenId} />
        </details>
      )}
    </ReferenceSection>
  );
}

function EntityCards({ entities, tokenId }: { entities: Entity[]; tokenId: string | null }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5">
      {entities.map(({ key, pluralLabel }) => (
        <li key={key} className="min-w-0">
          <a
            href={referenceAddress({ entityKey: key, tokenId })}
            className="block h-full rounded-control border border-line bg-surface px-3.5 py-2.5 [overflow-wrap:anywhere] hover:border-edge"
          >
            <span className="block font-medium">
              <bdi>{pluralLabel}</bdi>
            </span>
            <code className="text-quiet text-xs">{key}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}
