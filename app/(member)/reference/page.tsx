import type { Metadata } from "next";
import { type Parameters, readAddress } from "@/lib/session/page-address";
import { ReferenceFrame } from "./frame/reference-frame";
import { loadReference } from "./load-reference";
import { REFERENCE } from "./reference-address";
import { SearchResults } from "./search-results";
import { START_SECTIONS } from "./start/sections";
import { Start } from "./start/start";

export const metadata: Metadata = { title: "API reference" };

export default async function ReferencePage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const query = await searchParams;
  const reference = await loadReference(query);
  const { search } = readAddress(REFERENCE, query);
  return (
    <ReferenceFrame
      reference={reference}
      entityKey={null}
      sections={search === "" ? START_SECTIONS : []}
      search={search}
    >
      {search === "" ? <Start reference={reference} /> : <SearchResults reference={reference} search={search} />}
    </ReferenceFrame>
  );
}
