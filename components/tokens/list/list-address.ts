/** The addresses of the lists of tokens. They never contain text that could be part of a secret. */
import { z } from "zod";
import { WORD_PATTERN } from "@/lib/access/verbs";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { CURSOR, type ListAddress, type StateOf, TEXT } from "@/lib/session/page-address";
import { withoutSecrets } from "@/lib/tokens/pasted";
import { ATTENTIONS, TOKEN_ORDERS } from "@/lib/tokens/read/listing";
import { TOKEN_STATUSES } from "@/lib/tokens/status";
import { SEARCH_FIELD } from "./list-names";

const TOKEN_ID = z.string().regex(TOKEN_ID_PATTERN);

const TOKEN_LIST = {
  filters: {
    text: [SEARCH_FIELD, TEXT.transform(withoutSecrets).default("")],
    tokenId: ["token", TOKEN_ID],
    status: ["status", z.enum(TOKEN_STATUSES)],
    entity: ["entity", TEXT],
    // Custom verbs depend on the organization, so only their form is checked.
    verb: ["verb", z.string().regex(WORD_PATTERN)],
    attention: ["attention", z.enum(ATTENTIONS)],
    owner: ["owner", TEXT],
  },
  view: { order: ["sort", z.enum(TOKEN_ORDERS).default("created")] },
  // `created`: the token to highlight as new.
  place: { cursor: ["after", CURSOR], created: ["created", TOKEN_ID] },
} satisfies Omit<ListAddress, "path">;

export type TokenListAddress = { path: string } & typeof TOKEN_LIST;
export type TokenListState = StateOf<TokenListAddress>;

export function tokenListAt(path: string): TokenListAddress {
  return { path, ...TOKEN_LIST };
}

export const OWN_TOKENS = tokenListAt("/tokens");
export const ALL_TOKENS = tokenListAt("/admin/tokens");
