/** Every limit that a caller can meet, with its reason (contract §§ 6, 7). */

/** Page sizes (spec: Limits). */
export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;
/** A page ends early at this size, so that 500 large records cannot fill the memory. It has at least one record. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Pages up to this size need no memory budget: the size of the connection pool limits their number. */
export const SHORT_PAGE_BYTES = 1024 * 1024;

/** Responses of at least this size are compressed. Shorter ones fit into a few packets and would not arrive sooner. */
export const COMPRESSED_BYTES = 8 * 1024;

/** The references that a page can expand. Each costs a look-up for every record. */
export const MAX_EXPANDED = 3;

/** An aggregate is read as a whole. A caller who needs more groups can filter, or group by fewer fields. */
export const MAX_GROUPS = 1_000;
export const MAX_GROUP_FIELDS = 2;
export const MAX_MEASURES = 10;

/** More sort fields would be a mistake, and no index could serve them. */
export const MAX_SORT_FIELDS = 5;

/** The cost of a filter grows with its conditions and the values they list. Parsing recurses to its depth. */
export const MAX_FILTER_DEPTH = 5;
export const MAX_FILTER_CONDITIONS = 100;
export const MAX_FILTER_VALUES = 500;
/** In all lists of a filter together: each value is checked and bound. */
export const MAX_FILTER_VALUES_IN_ALL = 10_000;
/** In code points, for a text to match (`contains` and similar): every record is compared with it letter by letter. */
export const MAX_MATCHED_LENGTH = 1_000;

/** Conditions on referenced records are looked up first if at most this many match: per condition, and per filter. */
export const MAX_LOOKED_UP = 1_000;
export const MAX_LOOKED_UP_IN_ALL = 10_000;

/** How many lists, queries and aggregates of a token run at a time in a process if its organization has room; how long others wait. */
export const MAX_LISTS_OF_TOKEN = 4;
export const MAX_WAIT_FOR_TURN_MS = 1_000;
/** How long a batch waits. A batch takes up to a second itself, and those of one token run one after another. */
export const MAX_WAIT_OF_BATCH_MS = 5_000;
/** How long a write of one record waits while its organization uses its whole share of connections. Most take milliseconds. */
export const MAX_WAIT_OF_WRITE_MS = 3_000;
/** The time limit of one statement. Only expensive queries reach it, or a database in trouble. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** In code points, after trimming. */
export const MAX_SEARCH_LENGTH = 200;

/** How many of the newest matches are ranked: of a list, and of each entity in a search. No index has them by relevance. */
export const RANKED_IN_LIST = 500;
export const RANKED_IN_SEARCH = 100;
/** A search over several entities returns the best matches, not pages of them. */
export const DEFAULT_FOUND = 20;
export const MAX_FOUND = 50;
/** After this time, no further entity is searched. The request has ten seconds. */
export const SEARCH_MS = 3_000;

/** Bodies are read whole, so their size is limited before they are parsed. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_BODY_DEPTH = 32;
/** Values; and keys and objects, which are slower to parse: a megabyte full of them would take a tenth of a second. */
export const MAX_BODY_VALUES = 50_000;
export const MAX_BODY_MEMBERS = 10_000;
/** PostgreSQL writes 1e308 with all its zeros: a body of such numbers would come back fifty times as long. */
export const MAX_WRITTEN_OUT_DIGITS = 4 * 1024 * 1024;
/** The operations of a batch, and the size of its body. All operations are checked, and held in memory, together. */
export const MAX_OPERATIONS = 500;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
export const MAX_BATCH_VALUES = 100_000;
export const MAX_BATCH_MEMBERS = 40_000;
/** This many operations count as one request. */
export const OPERATIONS_OF_REQUEST = 50;
/** This much of each body is not counted (`lib/budgets.ts`): a connection takes as much itself, so short bodies always pass. */
export const FREE_ARRIVING_BYTES = 16 * 1024;

/** The largest form or script request that a page sends: enough for a token with four thousand entities and their verbs. */
export const MAX_FORM_BYTES = 256 * 1024;

/** A cursor contains the sort values of a record, which can be as long as a text in a body. */
export const MAX_CURSOR_LENGTH = MAX_BODY_BYTES;

/** A cursor of the feed of changes contains a position and a fingerprint. */
export const MAX_FEED_CURSOR_LENGTH = 1_000;
/** In characters, for a unique value that a removal reports. Longer values are not keys, and would make pages large. */
export const MAX_FEED_KEY_LENGTH = 1_000;
/** The longest wait for a change, in seconds: common balancers give up after 30. */
export const MAX_WAIT_SECONDS = 20;

/** This many items of a stream count as one request. */
export const ITEMS_OF_REQUEST = 100;
/** A stream reads its next page when this one has been sent. A page has at least one record, which can be larger. */
export const MAX_STREAM_PAGE_BYTES = 128 * 1024;

/** With CSV, the cursor is sent as a header; clients accept 8 to 16 KiB of headers in all. */
export const MAX_HEADER_CURSOR = 6 * 1024;

/** Fits into a B-tree entry, with room for four-byte characters. */
export const MAX_INDEXED_TEXT_LENGTH = 500;
/** Addresses longer than these are not addresses (RFC 5321, and what browsers agree on). */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2048;
/** The digits and the sign of a decimal. */
export const MAX_DECIMAL_LENGTH = 100;

/** The longest lifetime of tokens that a policy can name; longer ones mean "never". */
export const MAX_POLICY_DAYS = 36_500;

/** The responses of a token announce its expiry during its last days. */
export const TOLD_BEFORE_EXPIRY_DAYS = 7;

/** Invitations of one organization that are not accepted yet: more are a mistake, or a flood. */
export const MAX_OPEN_INVITATIONS = 100;

/** For a token or a policy. Larger sets are written as ranges, because each is compared with every request's address. */
export const MAX_ALLOWED_ADDRESSES = 100;
/** In characters of JSON, for all conditions that limit the rows of a token: every request reads them. */
export const MAX_ROW_LIMIT_LENGTH = 10_000;
/** A token that is used from more addresses is used from anywhere, so another one is not worth a notice. */
export const MAX_KNOWN_ADDRESSES = 20;
/** How long notices are kept, and addresses after their last use. */
export const NOTICE_DAYS = 90;

/** More live tokens of one owner are a mistake that repeats itself. A policy can allow fewer. */
export const MAX_CURRENT_TOKENS = 1_000;

/** The owner of an unused token gets a notice this long before it is revoked; a policy leaves time for that. */
export const TOLD_BEFORE_REVOKING_DAYS = 7;
export const MIN_UNUSED_DAYS = 14;

/** A token's own limit; the service's limit applies as well. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_HOURS = 24;
/** More tags than any client needs; a header of 16 KB could list thousands. */
export const MAX_ENTITY_TAGS = 100;

/** How long requests can be viewed one by one. */
export const LOGGED_DAYS = 7;
/**
 * Requests of an hour that are kept before sampling. For a token: the accepted ones, and each error code. For an organization: the
 * accepted ones, and all others. Past that, one in ten is kept; past ten times as many, one in a hundred, and so on.
 */
export const LOGGED_OF_TOKEN = 300;
export const LOGGED_OF_ORGANIZATION = 3_000;
/** Long enough for the usual user agents. */
export const MAX_USER_AGENT_LENGTH = 200;
/** For the reason why a request was refused, as JSON. Most take a few hundred characters. */
export const MAX_DETAIL_LENGTH = 4_096;
/** How long the hourly sums of requests are kept. */
export const USAGE_DAYS = 90;

export const MAX_WEBHOOKS_OF_TOKEN = 20;
export const MAX_WEBHOOKS_OF_ORGANIZATION = 200;
export const MAX_WEBHOOK_HOSTS = 100;
export const MAX_WEBHOOK_NAME_LENGTH = 100;
/** Limits the records of one delivery, and their bytes. */
export const DELIVERY_ITEMS = 100;
export const DELIVERY_BYTES = 256 * 1024;

/** How many records a tool of MCP returns by default, and at most. A model reads every one of them. */
export const DEFAULT_TOOL_RECORDS = 20;
export const MAX_TOOL_RECORDS = 100;
/** The default size of the result of a tool, in characters: a model reads it as some 5,000 tokens. */
export const DEFAULT_TOOL_CHARACTERS = 20_000;
export const MIN_TOOL_CHARACTERS = 1_000;
export const MAX_TOOL_CHARACTERS = 200_000;
/** A response of the API that a tool reads as a whole. Parsing more would hold up other requests. */
export const MAX_TOOL_SOURCE = 1024 * 1024;
/** In characters, for what identifies something in a message of MCP: its id, its method, a tool. */
export const MAX_MESSAGE_NAME = 200;
/** More than any tool has. */
export const MAX_TOOL_ARGUMENTS = 20;
/** For all of a message of MCP but a tool's arguments. A client can send its icons as text. Keys count as values. */
export const MAX_ENVELOPE_CHARACTERS = 64 * 1024;
export const MAX_ENVELOPE_VALUES = 500;
/** In characters, for the keys of entities in the list of tools, which a model reads before anything else. */
export const MAX_TOOL_ENUMS = 2_400;
/** A person confirms a plan, and a model repeats it, so it has to be short. */
export const MAX_PLAN_OPERATIONS = 50;
export const PLAN_MINUTES = 10;
