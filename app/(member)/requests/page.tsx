import { Activity, Pause, Radio } from "lucide-react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { LinkButton } from "@/components/ui/controls/button";
import type { SelectOption } from "@/components/ui/controls/field";
import { EmptyState } from "@/components/ui/empty";
import { FilterChips, withChosen } from "@/components/ui/filter-chips";
import { PageHeader } from "@/components/ui/page-header";
import { PageLinks } from "@/components/ui/page-links";
import { zoneName } from "@/components/ui/time/relative-time";
import { CLASS_LABELS, PERIOD_LABELS } from "@/components/usage/chart-words";
import { CALL_CLASSES } from "@/lib/call-log/finished-call";
import { listRequests } from "@/lib/call-log/requests";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { ERROR_STATUS } from "@/lib/errors";
import { LOGGED_DAYS, LOGGED_OF_TOKEN } from "@/lib/limits";
import type { Member } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { addressOf, isFiltered, readAddress } from "@/lib/session/page-address";
import { readerZone } from "@/lib/session/reader-zone";
import { requireMember } from "@/lib/session/visitor";
import { listTokenNames } from "@/lib/store/tokens/standing";
import { describePermissions } from "@/lib/tokens/permissions";
import { isKeeper, watchedTokens } from "@/lib/tokens/read/visibility";
import { FilterBar, type FilterField } from "./filter-bar";
import { METHODS, REQUEST_LOG, type RequestFilter, type RequestLogState } from "./requests-address";
import { RequestsTable } from "./requests-table";

export const metadata = { title: "Requests" };

/** Requests are recorded with a delay of a second or two. */
const LIVE_SECONDS = 2;

export default async function RequestsPage({ searchParams }: PageProps<"/requests">) {
  const { member, organization } = await requireMember();
  const state = readAddress(REQUEST_LOG, await searchParams);
  const { live, cursor, open, ...search } = state;
  const { requests, nextCursor } = await listRequests(search, member, { cursor });
  const fields = await loadChoices(member, state);
  const whose = await whoseRequests(member, organization.name);
  return (
    <>
      <PageHeader
        title="Requests"
        description={`Requests of ${whose.tokens} from the last ${LOGGED_DAYS} days, times in ${zoneName(readerZone(), new Date())}. Bodies, query strings and record ids are never stored.`}
        actions={cursor === null && <LiveButton state={state} />}
      />
      <div data-wide className="mb-4 grid gap-3">
        {/* Uncontrolled fields keep their values when the address changes, so the key creates a new form. */}
        <FilterBar
          key={addressOf(REQUEST_LOG, search)}
          label="Filter requests"
          path={REQUEST_LOG.path}
          fields={fields}
        />
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <FilterChips
            fields={fields}
            withoutHref={(filter) => addressOf(REQUEST_LOG, state, { [filter]: undefined })}
          />
        </div>
      </div>
      {requests.some(({ oneOf }) => oneOf > 1) && <Sampled />}
      {requests.length > 0 ? (
        <RequestsTable
          requests={requests}
          who={whose.scope}
          open={open}
          hrefOf={(id) => addressOf(REQUEST_LOG, { ...state, open: id })}
        />
      ) : (
        <Nothing isOlder={cursor !== null} isSearch={isFiltered(REQUEST_LOG, state)} />
      )}
      <PageLinks
        label="Pages of the log"
        newestHref={cursor && addressOf(REQUEST_LOG, search)}
        olderHref={nextCursor && addressOf(REQUEST_LOG, { ...search, cursor: nextCursor })}
      />
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

function Sampled() {
  return (
    <p className="mb-3 text-quiet text-sm">
      Busy hours are sampled: for each token we keep the first {LOGGED_OF_TOKEN} successful requests an hour and{" "}
      {LOGGED_OF_TOKEN} of each error, then 1 in 10. Charts and totals count every request.
    </p>
  );
}

function LiveButton({ state }: { state: RequestLogState }) {
  const isLive = state.live === "on";
  return (
    <LinkButton href={addressOf(REQUEST_LOG, { ...state, live: isLive ? undefined : "on" })} replace scroll={false}>
      {isLive ? <Pause aria-hidden /> : <Radio aria-hidden />}
      {isLive ? "Pause" : "Follow live"}
    </LinkButton>
  );
}

function Nothing({ isOlder, isSearch }: { isOlder: boolean; isSearch: boolean }) {
  if (isOlder) return <EmptyState icon={Activity} title="Nothing older is kept" />;
  if (isSearch) {
    return (
      <EmptyState
        icon={Activity}
        title="No requests match"
        actions={<LinkButton href={REQUEST_LOG.path}>Clear filters</LinkButton>}
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

/** Further tokens are found through the token's page, which links here. */
const MAX_TOKENS = 200;

async function loadChoices(member: Member, state: RequestLogState): Promise<FilterField<RequestFilter>[]> {
  const tokens = await listTokenNames(await watchedTokens(member), {
    limit: MAX_TOKENS,
    andId: state.tokenId ?? null,
  });
  const permissions = await describePermissions(member);
  const entities = permissions.map(({ entityKey, pluralLabel }) => ({ value: entityKey, label: pluralLabel }));
  const choices: [filter: RequestFilter, label: string, options: readonly SelectOption[]][] = [
    ["tokenId", "Token", tokens.map(({ id, name }) => ({ value: id, label: name }))],
    ["callClass", "Response", CALL_CLASSES.map((each) => ({ value: each, label: CLASS_LABELS[each].label }))],
    [
      "code",
      "Code",
      Object.entries(ERROR_STATUS).map(([code, status]) => ({ value: code, label: `${status} ${code}` })),
    ],
    ["method", "Method", METHODS.map((each) => ({ value: each, label: each }))],
    ["endpoint", "Endpoint", ENDPOINTS.map(({ name, method, path }) => ({ value: name, label: `${method} ${path}` }))],
    // Requests are kept even if the member no longer has access to their entity.
    ["entityKey", "Entity", withChosen(entities, state.entityKey)],
    ["period", "Period", USAGE_PERIODS.map((each) => ({ value: each, label: capitalized(PERIOD_LABELS[each].long) }))],
  ];
  const fields = choices.map(([filter, label, options]) => ({
    filter,
    name: REQUEST_LOG.filters[filter][0],
    label,
    value: state[filter] ?? "",
    options: [{ value: "", label: filter === "period" ? "All" : "Any" }, ...options],
  }));
  return [...fields, { filter: "requestId", name: "request", label: "Request ID", value: state.requestId ?? "" }];
}

function capitalized(text: string): string {
  return text.replace(/^the (.)/, (_, first: string) => first.toUpperCase());
}
