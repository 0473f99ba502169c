/** The request log: the requests of the member's tokens, or of the organisation's, one per line. */
import { Activity, Pause, Radio } from "lucide-react";
import type { Metadata } from "next";
import { LiveRefresh } from "@/components/live/live-refresh";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { zoneName } from "@/components/ui/time/relative-time";
import { listRequests } from "@/lib/call-log/requests";
import { LOGGED_DAYS, LOGGED_OF_TOKEN } from "@/lib/limits";
import type { Member } from "@/lib/model";
import { cursorOf, type Parameters } from "@/lib/session/page-address";
import { readerZone } from "@/lib/session/reader-zone";
import { requireMember } from "@/lib/session/visitor";
import { isKeeper } from "@/lib/tokens/read/kept-tokens";
import { type FilterField, FilterForm } from "./filter-form";
import { loadChoices } from "./load-choices";
import { addressOf, isFiltered, REQUESTS_PAGE, type RequestsAddress, readAddress } from "./requests-address";
import { RequestsTable } from "./requests-table";

export const metadata: Metadata = { title: "Requests" };

/** Requests are recorded with a delay of a second or two. */
const LIVE_SECONDS = 2;

export default async function RequestsPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { member, organization } = await requireMember();
  const parameters = await searchParams;
  const address = readAddress(parameters);
  const { live, open, ...search } = address;
  const cursor = cursorOf(parameters);
  const { requests, nextCursor } = await listRequests(search, member, { cursor });
  const fields = await loadChoices(member, address);
  const whose = await whoseRequests(member, organization.name);
  return (
    <>
      <PageHeader
        title="Requests"
        description={`Requests of ${whose.tokens} from the last ${LOGGED_DAYS} days, times in ${zoneName(readerZone(), new Date())}. Bodies, query strings and record ids are never stored.`}
        actions={cursor === null && <LiveButton address={address} />}
      />
      <div data-wide className="mb-4 grid gap-3">
        {/* Uncontrolled fields keep their values when the address changes, so the key creates a new form. */}
        <FilterForm key={addressOf(search)} path={REQUESTS_PAGE} fields={fields} requestId={search.requestId ?? ""} />
        <Chips address={address} fields={fields} />
      </div>
      {requests.some(({ oneOf }) => oneOf > 1) && <Sampled />}
      {requests.length > 0 ? (
        <RequestsTable
          requests={requests}
          who={whose.scope}
          open={open}
          hrefOf={(id) => addressOf({ ...address, open: id }, cursor ?? undefined)}
        />
      ) : (
        <Nothing isOlder={cursor !== null} address={address} />
      )}
      <nav aria-label="Pages of the log" className="mt-4 flex flex-wrap justify-end gap-3 empty:hidden">
        {cursor !== null && <LinkButton href={addressOf(search)}>Newest</LinkButton>}
        {nextCursor !== null && <LinkButton href={addressOf(search, nextCursor)}>Older</LinkButton>}
      </nav>
      {live === "on" && cursor === null && <LiveRefresh seconds={LIVE_SECONDS} />}
    </>
  );
}

type Whose = { tokens: string; scope: "own" | "organization" };

async function whoseRequests(member: Member, organizationName: string): Promise<Whose> {
  if (member.admin) return { tokens: `all tokens of ${organizationName}`, scope: "organization" };
  if (!(await isKeeper(member))) return { tokens: "your tokens", scope: "own" };
  return { tokens: "your tokens and those of the service accounts that you manage", scope: "organization" };
}

/** Explains the sampling where it shows. */
function Sampled() {
  return (
    <p className="mb-3 text-quiet text-sm">
      Busy hours are sampled: of each token, all of the first {LOGGED_OF_TOKEN} accepted requests of an hour are kept
      and of each error code as many, then 1 of 10. Charts and totals count every request.
    </p>
  );
}

function LiveButton({ address }: { address: RequestsAddress }) {
  const isLive = address.live === "on";
  return (
    <LinkButton href={addressOf({ ...address, live: isLive ? "off" : "on" })} replace scroll={false}>
      {isLive ? <Pause aria-hidden /> : <Radio aria-hidden />}
      {isLive ? "Pause" : "Follow live"}
    </LinkButton>
  );
}

/** Labelled as in the form. */
function Chips({ address, fields }: { address: RequestsAddress; fields: readonly FilterField[] }) {
  const labelOf = (name: string, value: string) =>
    fields.find((field) => field.name === name)?.options.find((option) => option.value === value)?.label ?? value;
  const chips: [name: string, value: string | undefined, without: Partial<RequestsAddress>][] = [
    ["token", address.tokenId, { tokenId: undefined }],
    ["status", address.callClass, { callClass: undefined }],
    ["code", address.code, { code: undefined }],
    ["method", address.method, { method: undefined }],
    ["endpoint", address.endpoint, { endpoint: undefined }],
    ["entity", address.entityKey, { entityKey: undefined }],
    ["period", address.period, { period: undefined }],
    ["request", address.requestId, { requestId: undefined }],
  ];
  const nameOf = (name: string) => fields.find((field) => field.name === name)?.label ?? "Request ID";
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {chips.map(([name, value, without]) =>
        value === undefined ? null : (
          <FilterChip
            key={name}
            name={nameOf(name)}
            value={labelOf(name, value)}
            withoutHref={addressOf({ ...address, open: undefined, ...without })}
          />
        ),
      )}
    </div>
  );
}

function Nothing({ isOlder, address }: { isOlder: boolean; address: RequestsAddress }) {
  if (isOlder) return <EmptyState icon={Activity} title="Nothing older is kept" />;
  if (isFiltered(address)) {
    return (
      <EmptyState
        icon={Activity}
        title="No requests match"
        actions={<LinkButton href={REQUESTS_PAGE}>Clear filters</LinkButton>}
      >
        <p>Requests appear within seconds.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title="No requests yet"
      actions={<LinkButton href="/tokens">Go to your tokens</LinkButton>}
    >
      <p>Requests with your tokens appear here within seconds.</p>
    </EmptyState>
  );
}
