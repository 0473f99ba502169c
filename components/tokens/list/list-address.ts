/**
 * The address of a list of tokens. It contains the search, so that it can be saved and shared, but never text that could be part
 * of a secret. Pure.
 */
import { WORD_PATTERN } from "@/lib/access/verbs";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";
import { withoutSecrets } from "@/lib/tokens/pasted";
import { ATTENTIONS, TOKEN_ORDERS, type TokenSearch } from "@/lib/tokens/read/listing";
import { TOKEN_STATUSES } from "@/lib/tokens/status";

export const EVERY_TOKEN: TokenSearch = {
  text: "",
  tokenId: null,
  status: null,
  entity: null,
  verb: null,
  attention: null,
  owner: null,
  order: "created",
};

export function readListAddress(parameters: Parameters): TokenSearch {
  const text = (name: string) => parameterOf(parameters, name);
  const [verb, tokenId] = [text("verb"), text("token")];
  return {
    text: withoutSecrets(text("q")),
    tokenId: TOKEN_ID_PATTERN.test(tokenId) ? tokenId : null,
    status: oneOf(TOKEN_STATUSES, text("status")),
    entity: text("entity") || null,
    // Custom verbs depend on the organisation, so only their form is checked.
    verb: WORD_PATTERN.test(verb) ? verb : null,
    attention: oneOf(ATTENTIONS, text("attention")),
    owner: text("owner") || null,
    order: oneOf(TOKEN_ORDERS, text("sort")) ?? "created",
  };
}

export function readCursor({ after }: Parameters): string | null {
  return typeof after === "string" ? after : null;
}

/** `path`: of the page. `cursor`: where the list begins; at the first token without one. */
export function listAddressOf(path: string, search: TokenSearch, cursor?: string): string {
  return toAddress(path, { ...toParameters(search), after: cursor });
}

/** Named as in the form; empty for unused filters. */
export function toParameters({ text, tokenId, status, entity, verb, attention, owner, order }: TokenSearch) {
  return {
    q: text,
    token: tokenId ?? "",
    status: status ?? "",
    entity: entity ?? "",
    verb: verb ?? "",
    attention: attention ?? "",
    owner: owner ?? "",
    sort: order === "created" ? "" : order,
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | null {
  return values.find((value) => value === text) ?? null;
}
