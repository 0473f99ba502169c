/** Every entity that the caller can use. */
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { ReferenceSection } from "../section";

export function EntitiesSection({ reference: { caller, tokenId } }: { reference: Reference }) {
  const entities = caller.access.entities();
  return (
    <ReferenceSection id="entities" title="Entities">
      {entities.length === 0 ? (
        <p>These permissions reach no entity. An administrator can give your role more.</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5">
          {entities.map(({ entity: { key, pluralLabel } }) => (
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
      )}
    </ReferenceSection>
  );
}
