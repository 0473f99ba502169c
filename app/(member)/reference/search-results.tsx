/** Entities, endpoints and fields that have the words somebody looks for, among what the caller can see. */
import { Braces, Database, TextCursorInput } from "lucide-react";
import { type Hit, searchReference } from "@/lib/public-api/reference/search";
import type { Reference } from "./load-reference";
import { referenceAddress } from "./reference-address";

const ICONS = { entity: Database, endpoint: Braces, field: TextCursorInput } as const;

export function SearchResults({ reference, search }: { reference: Reference; search: string }) {
  const { caller, tokenId } = reference;
  const { hits, more } = searchReference(caller.access, search);
  return (
    <>
      <h1 className="font-semibold text-3xl leading-tight">Search results</h1>
      <p className="mt-2 mb-6 text-quiet [overflow-wrap:anywhere]">
        {countWords(hits.length, more)} for “<bdi>{search}</bdi>”.{" "}
        <a
          href={referenceAddress({ tokenId })}
          className="inline-block min-h-6 text-accent underline underline-offset-2"
        >
          Back to the start
        </a>
      </p>
      {hits.length === 0 ? (
        <p>Check the spelling, or look for a shorter word. What cannot be used with these permissions is not found.</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {hits.map((hit) => (
            <HitItem key={`${hit.kind} ${hit.entityKey} ${hit.anchor}`} hit={hit} tokenId={tokenId} />
          ))}
        </ul>
      )}
    </>
  );
}

function countWords(count: number, more: boolean): string {
  if (more) return `The first ${count} results`;
  if (count === 0) return "Nothing was found";
  return count === 1 ? "1 result" : `${count} results`;
}

function HitItem({ hit: { kind, entityKey, anchor, title, detail }, tokenId }: { hit: Hit; tokenId: string | null }) {
  const Icon = ICONS[kind];
  return (
    <li className="border-line border-t first:border-t-0">
      <a
        href={referenceAddress({ entityKey, anchor, tokenId })}
        className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="mt-1 size-4 text-quiet" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-medium">
            <bdi>{title}</bdi>
          </span>
          <span className="block text-quiet text-sm">
            <bdi>{detail}</bdi>
          </span>
        </span>
      </a>
    </li>
  );
}
