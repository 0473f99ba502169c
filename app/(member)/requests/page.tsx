/** The request log: what the tokens of a member, or of the organisation, asked for, one request a line. */
import { Activity, Pause, Radio } from "lucide-react";
import type { Metadata } from "next";
import { LiveRefresh } from "@/components/live/live-refresh";
import { LinkButton } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty";
import { FilterChip } from "@/components/ui/filter-chip";
import { PageHeader } from "@/components/ui/page-header";
import { listRequests } from "@/lib/call-log/requests";
import { CALL_DAYS, KEPT_ACCEPTED, KEPT_REFUSED } from "@/lib/limits";
import type { Member } from "@/lib/model";
import { cursorOf, type Parameters } from "@/lib/session/page-address";
import { requireMember } from "@/lib/session/visitor";
import { isKeeper } from "@/lib/tokens/read/kept-tokens";
import { type FilterField, FilterForm } from "./filter-form";
import { loadChoices } from "./load-choices";
import { addressOf, isFiltered, REQUESTS_PAGE, type RequestsAddress, readAddress } from "./requests-address";
import { RequestsTable } from "./requests-table";

export const metadata: Metadata = { title: "Requests" };

/** Requests are a second or two behind by themselves. */
const LIVE_SECONDS = 2;

export default async function RequestsPage({ searchParams }: { searchParams: Promise<Parameters> }) {
  const { member, organization } = await requireMember();
  const parameters = await searchParams;
  const address = readAddress(parameters);
  const { live, ...search } = address;
  const cursor = cursorOf(parameters);
  const { requests, nextCursor } = await listRequests(search, member, { cursor });
  const fields = await loadChoices(member, address);
  const whose = await whoseRequests(member, organization.name);
  return (
    <>
      <PageHeader
        title="Requests"
        description={`Requests of ${whose.tokens}, times in UTC. The newest ${KEPT_ACCEPTED} accepted and ${KEPT_REFUSED} refused requests of each token are kept for up to ${CALL_DAYS} days, without bodies, query strings or record ids.`}
        actions={cursor === null && <LiveButton address={address} />}
      />
      <div data-wide className="mb-4 grid gap-3">
        {/* Fields that are not controlled keep what was chosen when the address changes; another form does not. */}
        <FilterForm key={addressOf(search)} path={REQUESTS_PAGE} fields={fields} requestId={search.requestId ?? ""} />
        <Chips address={address} fields={fields} />
      </div>
      {requests.length > 0 ? (
        <RequestsTable requests={requests} scope={whose.scope} />
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
  return { tokens: "your tokens and those of the service accounts that you keep", scope: "organization" };
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

/** By the names that the form has for them. */
function Chips({ address, fields }: { address: RequestsAddress; fields: readonly FilterField[] }) {
  const labelOf = (name: string, value: string) =>
    fields.find((field) => field.name === name)?.options.find((option) => option.value === value)?.label ?? value;
  const chips: [name: string, value: string | undefined, without: Partial<RequestsAddress>][] = [
    ["token", address.tokenId, { tokenId: undefined }],
    ["status", address.callClass, { callClass: undefined }],
    ["code", address.code, { code: undefined }],
    ["entity", address.entityKey, { entityKey: undefined }],
    ["period", address.period, { period: undefined }],
    ["request", address.requestId, { requestId: undefined }],
  ];
  const nameOf = (name: string) => fields.find((field) => field.name === name)?.label ?? "Request id";
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {chips.map(([name, value, without]) =>
        value === undefined ? null : (
          <FilterChip
            key={name}
            name={nameOf(name)}
            value={labelOf(name, value)}
            withoutHref={addressOf({ ...address, ...without })}
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
        <p>A request shows up here a second or two after its response.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title="No requests yet"
      actions={<LinkButton href="/tokens">Go to your tokens</LinkButton>}
    >
      <p>Requests made with a token show up here a second or two after their response.</p>
    </EmptyState>
  );
}
