import Link from "next/link";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import type { Entity } from "@/lib/model";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { ReferenceSection } from "../section";
import { RecordSection, RequestSections } from "./request-sections";
import { loadSample } from "./sample";
import { ErrorsSection, LimitsSection, OperatorsSection } from "./tables";

export async function Start({ reference }: { reference: Reference }) {
  const { tokenId, signedIn } = reference;
  const sample = await loadSample(reference);
  return (
    <>
      <header className="mb-9 max-w-3xl">
        <h1 className="font-semibold text-3xl leading-tight">API reference</h1>
        <p className="mt-3 text-lg leading-relaxed">
          The records of {signedIn.organization.name}, over HTTP and JSON.{" "}
          {tokenId === null
            ? "Shows your own permissions. A token can have the same or fewer."
            : "Shows what this token can do."}
        </p>
        <p className="mt-2 text-quiet">
          The examples read the token from <code>{ENVIRONMENT_VARIABLE}</code>. JavaScript runs as a module of Node,
          Python with the package <code>requests</code>.{" "}
          {tokenId === null && (
            <>
              <Link href="/tokens/new" className="text-accent underline underline-offset-2">
                Create a token
              </Link>{" "}
              to run them.
            </>
          )}
        </p>
      </header>
      <EntitiesSection reference={reference} />
      <RequestSections sample={sample} />
      <RecordSection id="paging" sample={sample} />
      <RecordSection id="filters" sample={sample} />
      <OperatorsSection />
      <RecordSection id="versions" sample={sample} />
      <RecordSection id="retries" sample={sample} />
      <LimitsSection sample={sample} />
      <RecordSection id="sync" sample={sample} />
      <ErrorsSection sample={sample} />
    </>
  );
}

const SHOWN = 24;

function EntitiesSection({ reference: { caller, tokenId } }: { reference: Reference }) {
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
