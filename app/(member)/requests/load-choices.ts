import type { SelectOption } from "@/components/ui/controls/field";
import { CLASS_LABELS, PERIOD_LABELS } from "@/components/usage/chart-words";
import { CALL_CLASSES } from "@/lib/call-log/finished-call";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { ERROR_STATUS } from "@/lib/errors";
import type { Member } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { listTokenNames } from "@/lib/store/tokens/standing";
import { describePermissions } from "@/lib/tokens/permissions";
import { watchedTokens } from "@/lib/tokens/read/kept-tokens";
import type { FilterField } from "./filter-bar";
import { METHODS, REQUEST_LOG, type RequestFilter, type RequestLogState } from "./requests-address";

/** Further tokens are found through the token's page, which links here. */
const MAX_TOKENS = 200;

export async function loadChoices(member: Member, state: RequestLogState): Promise<FilterField<RequestFilter>[]> {
  const tokens = await listTokenNames(await watchedTokens(member), {
    limit: MAX_TOKENS,
    andId: state.tokenId ?? null,
  });
  const permissions = await describePermissions(member);
  const entities = permissions.map(({ entityKey, pluralLabel }) => ({ value: entityKey, label: pluralLabel }));
  const { entityKey } = state;
  // Requests are kept even if the member no longer has access to their entity.
  if (entityKey !== undefined && entities.every(({ value }) => value !== entityKey)) {
    entities.push({ value: entityKey, label: entityKey });
  }
  const choices: [filter: RequestFilter, label: string, options: SelectOption[]][] = [
    ["tokenId", "Token", tokens.map(({ id, name }) => ({ value: id, label: name }))],
    ["callClass", "Response", CALL_CLASSES.map((each) => ({ value: each, label: CLASS_LABELS[each].label }))],
    [
      "code",
      "Code",
      Object.entries(ERROR_STATUS).map(([code, status]) => ({ value: code, label: `${status} ${code}` })),
    ],
    ["method", "Method", METHODS.map((each) => ({ value: each, label: each }))],
    ["endpoint", "Endpoint", ENDPOINTS.map(({ name, method, path }) => ({ value: name, label: `${method} ${path}` }))],
    ["entityKey", "Entity", entities],
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
