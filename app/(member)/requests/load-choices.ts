/** The filter choices of the request log: the tokens and entities that the member can see. */
import { CLASS_LABELS, PERIOD_LABELS } from "@/components/usage/chart-words";
import { CALL_CLASSES } from "@/lib/call-log/call-class";
import { USAGE_PERIODS } from "@/lib/call-log/usage";
import { ERROR_STATUS } from "@/lib/errors";
import type { Member } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { listTokenNames } from "@/lib/store/tokens/standing";
import { describePermissions } from "@/lib/tokens/permissions";
import { watchedTokens } from "@/lib/tokens/read/kept-tokens";
import type { FilterField } from "./filter-form";
import { METHODS, type RequestsAddress } from "./requests-address";

/** Further tokens are found through the token's page, which links here. */
const MAX_TOKENS = 200;

export async function loadChoices(member: Member, address: RequestsAddress): Promise<FilterField[]> {
  const tokens = await listTokenNames(await watchedTokens(member), {
    limit: MAX_TOKENS,
    andId: address.tokenId ?? null,
  });
  const permissions = await describePermissions(member);
  const entities = permissions.map(({ entityKey, pluralLabel }) => ({ value: entityKey, label: pluralLabel }));
  const { entityKey } = address;
  // Requests are kept even if the member no longer has access to their entity.
  if (entityKey !== undefined && entities.every(({ value }) => value !== entityKey)) {
    entities.push({ value: entityKey, label: entityKey });
  }
  return [
    choice("token", "Token", address.tokenId, [
      { value: "", label: "Any" },
      ...tokens.map(({ id, name }) => ({ value: id, label: name })),
    ]),
    choice("status", "Response", address.callClass, [
      { value: "", label: "Any" },
      ...CALL_CLASSES.map((each) => ({ value: each, label: CLASS_LABELS[each].label })),
    ]),
    choice("code", "Code", address.code, [
      { value: "", label: "Any" },
      ...Object.entries(ERROR_STATUS).map(([code, status]) => ({ value: code, label: `${status} ${code}` })),
    ]),
    choice("method", "Method", address.method, [
      { value: "", label: "Any" },
      ...METHODS.map((each) => ({ value: each, label: each })),
    ]),
    choice("endpoint", "Endpoint", address.endpoint, [
      { value: "", label: "Any" },
      ...ENDPOINTS.map(({ name, method, path }) => ({ value: name, label: `${method} ${path}` })),
    ]),
    choice("entity", "Entity", entityKey, [{ value: "", label: "Any" }, ...entities]),
    choice("period", "Period", address.period, [
      { value: "", label: "All" },
      ...USAGE_PERIODS.map((each) => ({ value: each, label: capitalized(PERIOD_LABELS[each].long) })),
    ]),
  ];
}

function choice(name: string, label: string, value: string | undefined, options: FilterField["options"]): FilterField {
  return { name, label, value: value ?? "", options };
}

function capitalized(text: string): string {
  return text.replace(/^the (.)/, (_, first: string) => first.toUpperCase());
}
