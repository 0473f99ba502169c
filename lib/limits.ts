/** Every limit that a caller can meet, with its reason (contract §§ 6, 7). */

/** Page sizes (spec: Limits). */
export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;
/** A page ends early here, so that 500 large records cannot fill the memory. It has at least one record. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Pages up to this size need no budget of memory: the pool of connections bounds their number. */
export const SHORT_PAGE_BYTES = 1024 * 1024;

/** Responses of this size are compressed; shorter ones fit into a few packets and would arrive no sooner. */
export const COMPRESSED_BYTES = 8 * 1024;

/** References that a page expands: each costs a look-up for every record. */
export const MAX_EXPANDED = 3;

/** An aggregate is read at once; whoever needs more groups filters, or groups by less. */
export const MAX_GROUPS = 1_000;
export const MAX_GROUP_FIELDS = 2;
export const MAX_MEASURES = 10;

/** More sort fields are a mistake, and no index could serve them. */
export const MAX_SORT_FIELDS = 5;

/** A filter's cost grows with its conditions and the values they list; its parsing recurses to its depth. */
export const MAX_FILTER_DEPTH = 5;
export const MAX_FILTER_CONDITIONS = 100;
export const MAX_FILTER_VALUES = 500;
/** In all lists of a filter together: each value is checked and bound. */
export const MAX_FILTER_VALUES_IN_ALL = 10_000;
/** In code points, of a text to match (`contains` and its like): every record is compared with it letter by letter. */
export const MAX_MATCHED_LENGTH = 1_000;

/**
 * Conditions on referenced records are looked up first where no more records than these meet them: for each condition, and
 * for all of a filter.
 */
export const MAX_LOOKED_UP = 1_000;
export const MAX_LOOKED_UP_IN_ALL = 10_000;

/**
 * Lists, queries and aggregates at work in the database at a time, in one process: of one token, and how long others wait for
 * their turn.
 */
export const MAX_LISTS_OF_TOKEN = 4;
export const MAX_WAIT_FOR_TURN_MS = 1_000;
/** The wait of a batch, which takes up to a second itself: those of one token come one after the other. */
export const MAX_WAIT_OF_BATCH_MS = 5_000;
/** The wait of a write of one record where its organisation uses its share of the connections. Most take a few milliseconds. */
export const MAX_WAIT_OF_WRITE_MS = 3_000;
/** The time of one statement. Reached by expensive queries, or by a database in trouble. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** In code points, of the trimmed text. */
export const MAX_SEARCH_LENGTH = 200;

/** Bodies are read whole, so they are bounded before they are parsed. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_BODY_DEPTH = 32;
/** Values, and keys and objects, which are slower to parse: a megabyte full of them would take a tenth of a second. */
export const MAX_BODY_VALUES = 50_000;
export const MAX_BODY_MEMBERS = 10_000;
/** PostgreSQL writes 1e308 with all its zeros: a body of such numbers would come back fifty times as long. */
export const MAX_WRITTEN_OUT_DIGITS = 4 * 1024 * 1024;
/** The operations of a batch, and its body. All operations are judged, and held in memory, together. */
export const MAX_OPERATIONS = 500;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
export const MAX_BATCH_VALUES = 100_000;
export const MAX_BATCH_MEMBERS = 40_000;
/** This many operations count as one request. */
export const OPERATIONS_OF_REQUEST = 50;
/** Bodies that are still arriving: of all callers of a process, and of one token. Normal clients send few at a time. */
export const ARRIVING_BYTES = 64 * 1024 * 1024;
export const ARRIVING_BYTES_OF_TOKEN = 8 * 1024 * 1024;
/** This much of each body is free, as a connection itself takes no less: short bodies always find room. */
export const FREE_ARRIVING_BYTES = 16 * 1024;

/** Of a form of the pages, and of what their scripts send: enough for a token of four thousand entities with their verbs. */
export const MAX_FORM_BYTES = 256 * 1024;

/** A cursor contains the sort values of a record, which can be as long as a text in a body. */
export const MAX_CURSOR_LENGTH = MAX_BODY_BYTES;

/** A cursor of the feed of changes contains a place and a fingerprint. */
export const MAX_FEED_CURSOR_LENGTH = 1_000;
/** The longest wait for a change, in seconds: common balancers give up after 30. */
export const MAX_WAIT_SECONDS = 20;

/** With CSV the cursor is a header; clients accept 8 to 16 KiB of headers in all. */
export const MAX_HEADER_CURSOR = 6 * 1024;

/** Fits into a B-tree entry, with room for four-byte characters. */
export const MAX_INDEXED_TEXT_LENGTH = 500;
/** Addresses longer than these are not addresses (RFC 5321, and what browsers agree on). */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2048;
/** Digits and sign of a decimal. */
export const MAX_DECIMAL_LENGTH = 100;

/** The longest lifetime of tokens that a policy can name; longer ones mean "never". */
export const MAX_POLICY_DAYS = 36_500;

/** The responses of a token say when it expires during its last days. */
export const TOLD_BEFORE_EXPIRY_DAYS = 7;

/** Invitations that nobody has accepted yet, of one organisation: more are a mistake, or a flood. */
export const MAX_OPEN_INVITATIONS = 100;

/** Of a token, or of an organisation's policy: more are written as ranges. Each is compared with every request's address. */
export const MAX_ALLOWED_ADDRESSES = 100;
/** A token that is used from more addresses is used from anywhere: a new one is no news. */
export const MAX_KNOWN_ADDRESSES = 20;
/** How long notices are kept, and addresses after their last use. */
export const NOTICE_DAYS = 90;

/** More live tokens of one owner are an accident that repeats itself; a policy can allow fewer. */
export const MAX_CURRENT_TOKENS = 1_000;

/** The owner of an unused token is told this long before it is revoked; a policy leaves time for that. */
export const TOLD_BEFORE_REVOKING_DAYS = 7;
export const MIN_UNUSED_DAYS = 14;

/** A token's own limit; the service's limit applies as well. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_HOURS = 24;
/** More tags than any client needs; a header of 16 KB could list thousands. */
export const MAX_ENTITY_TAGS = 100;

/**
 * How many requests of each token can be looked at one by one: as many as a person reads, and enough to find a refused one
 * again.
 */
export const KEPT_ACCEPTED = 50;
export const KEPT_REFUSED = 200;
export const CALL_DAYS = 30;
/** How long the hourly sums of calls are kept. */
export const USAGE_DAYS = 90;
