import { type FoundEntry, type FoundGroup, toGroups } from "@/components/search/found";
import { portalEntries } from "@/components/shell/destinations";
import { rankEntries } from "@/lib/ranked-search";
import { readAddress } from "@/lib/session/page-address";
import { isKeeper } from "@/lib/tokens/read/visibility";
import { findInReference } from "../search/find-everything";
import { ReferenceFrame } from "./frame/reference-frame";
import { loadReference, type Reference } from "./load-reference";
import { REFERENCE, referenceAddress, START_SECTIONS } from "./reference-address";
import { Start } from "./start";

export const metadata = { title: "API reference" };

export default async function ReferencePage({ searchParams }: PageProps<"/reference">) {
  const query = await searchParams;
  const reference = await loadReference(query);
  const { search } = readAddress(REFERENCE, query);
  return (
    <ReferenceFrame reference={reference} page={null} sections={search === "" ? START_SECTIONS : []} search={search}>
      {search === "" ? <Start reference={reference} /> : <SearchResults reference={reference} search={search} />}
    </ReferenceFrame>
  );
}

const SHOWN = 25;
const SHOWN_BELOW = 8;

async function SearchResults({ reference, search }: { reference: Reference; search: string }) {
  const { caller, tokenId, signedIn } = reference;
  const { member } = signedIn;
  const portal = portalEntries({ admin: member.admin, keeper: await isKeeper(member) });
  const found = findInReference({ text: search, access: caller.access, tokenId });
  const groups = toGroups({ ...found, portal: rankEntries(portal, search) }, SHOWN);
  const count = groups.reduce((sum, { entries, more }) => sum + entries.length + more, 0);
  return (
    <>
      <h1 className="font-semibold text-3xl leading-tight">Search results</h1>
      <p className="mt-2 mb-6 text-quiet [overflow-wrap:anywhere]">
        {count === 0 ? "No results" : count === 1 ? "1 result" : `${count} results`} for “<bdi>{search}</bdi>”.{" "}
        <a
          href={referenceAddress({ tokenId })}
          className="inline-block min-h-6 text-accent underline underline-offset-2"
        >
          Back to the API reference
        </a>
      </p>
      {count === 0 && (
        <p>Check the spelling, or try a shorter word. Only what these permissions can use is searched.</p>
      )}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </>
  );
}

function Group({ group: { title, entries, more } }: { group: FoundGroup }) {
  return (
    <section aria-label={title} className="mb-7">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {entries.map((entry) => (
          <li key={entry.href} className="border-line border-t px-4 py-2.5 first:border-t-0">
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1.5 text-quiet text-sm">{more.toLocaleString("en")} more: add a word to narrow them down.</p>
      )}
    </section>
  );
}

function Entry({ entry: { title, detail, href, below = [] } }: { entry: FoundEntry }) {
  return (
    <>
      <a href={href} className="block min-h-6 [overflow-wrap:anywhere] hover:text-accent">
        <span className="block font-medium">
          <bdi>{title}</bdi>
        </span>
        <span className="block text-quiet text-sm">
          <bdi>{detail}</bdi>
        </span>
      </a>
      {below.length > 1 && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm [overflow-wrap:anywhere]">
          {below.slice(0, SHOWN_BELOW).map((one) => (
            <a key={one.href} href={one.href} className="inline-block min-h-6 text-accent underline underline-offset-2">
              <bdi>{one.title}</bdi>
            </a>
          ))}
          {below.length > SHOWN_BELOW && <span className="text-quiet">and {below.length - SHOWN_BELOW} more</span>}
        </p>
      )}
    </>
  );
}
