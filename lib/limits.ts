/** Every limit a caller can meet, in one place, with its reason (contract §§ 6, 7). */

/** Page sizes (spec: Limits). */
export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;
/** A page ends early here, so that 500 large records cannot fill the memory. At least one record is always given. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Pages of up to this size are no matter for the memory: the pool of connections bounds their number. */
export const SHORT_PAGE_BYTES = 1024 * 1024;

/** From here on an answer is compressed: a shorter one fits into a few packets, and its caller is answered no sooner. */
export const COMPRESSED_BYTES = 8 * 1024;

/** References whose records are shown beside each record of a page: each is one more look for every record. */
export const MAX_EXPANDED = 3;

/** An aggregate is read by people and programs at once; who needs more groups narrows it down, or groups by less. */
export const MAX_GROUPS = 1_000;
export const MAX_GROUP_FIELDS = 2;
export const MAX_MEASURES = 10;

/** More sort fields than this tell a mistake, and no index could serve them. */
export const MAX_SORT_FIELDS = 5;

/** A filter's cost grows with its conditions and the values they list; its parsing recurses to its depth. */
export const MAX_FILTER_DEPTH = 5;
export const MAX_FILTER_CONDITIONS = 100;
export const MAX_FILTER_VALUES = 500;
/** In all lists of a filter together: each value is checked and sent. */
export const MAX_FILTER_VALUES_IN_ALL = 10_000;
/** In code points, of a text that others are looked through for (`contains` and its like): each is compared letter by letter. */
export const MAX_MATCHED_LENGTH = 1_000;

/**
 * Conditions on what references lead to are looked up first, as long as they are met by so few records: of each condition, and
 * of all in a filter.
 */
export const MAX_LOOKED_UP = 1_000;
export const MAX_LOOKED_UP_IN_ALL = 10_000;

/** Lists, queries and aggregates at work in the database at a time, in one process: of one token, and how long the others wait for their turn. */
export const MAX_LISTS_OF_TOKEN = 4;
export const MAX_WAIT_FOR_TURN_MS = 1_000;
/** The same of a batch, which takes up to a second itself: those of one token come one after the other. */
export const MAX_WAIT_OF_BATCH_MS = 5_000;
/** The same of a write of one record, where its organisation has its share of the connections. Most take a few milliseconds. */
export const MAX_WAIT_OF_WRITE_MS = 3_000;
/** How long one statement may run. Reached by what was asked, or by a database in trouble. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** In code points, of the trimmed text. */
export const MAX_SEARCH_LENGTH = 200;

/** Bodies are read whole, so they are bounded before they are parsed. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_BODY_DEPTH = 32;
/** Values, and keys and objects, which are dearer to parse: what a megabyte could hold of them would take a tenth of a second. */
export const MAX_BODY_VALUES = 50_000;
export const MAX_BODY_MEMBERS = 10_000;
/** PostgreSQL keeps numbers as decimals and writes 1e308 with all its zeros: a body of them would come back fifty times as long. */
export const MAX_WRITTEN_OUT_DIGITS = 4 * 1024 * 1024;
/** A batch: its operations, and what its body can have. All operations are judged, and held in memory, together. */
export const MAX_OPERATIONS = 500;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
export const MAX_BATCH_VALUES = 100_000;
export const MAX_BATCH_MEMBERS = 40_000;
/** So many operations count as one request. */
export const OPERATIONS_OF_REQUEST = 50;
/** Bodies that are still arriving: of all callers of a process, and of one token. Honest senders have few under way. */
export const ARRIVING_BYTES = 64 * 1024 * 1024;
export const ARRIVING_BYTES_OF_TOKEN = 8 * 1024 * 1024;
/** So much of each is free, as a connection itself takes no less: short bodies find room whatever others send. */
export const FREE_ARRIVING_BYTES = 16 * 1024;

/** Of a form of the pages, and of what their scripts send: a token of four thousand entities still fits, each with its verbs. */
export const MAX_FORM_BYTES = 256 * 1024;

/** A cursor holds the sort values of a record, and a text may be long: what a body can bring back is taken back. */
export const MAX_CURSOR_LENGTH = MAX_BODY_BYTES;

/** A cursor of the feed of changes holds a place in it and what it was reached under. */
export const MAX_FEED_CURSOR_LENGTH = 1_000;
/** The longest that a caller can wait for a change, in seconds: common balancers give up after 30. */
export const MAX_WAIT_SECONDS = 20;

/** Beside a page of CSV it goes into a header, of which clients take 8 to 16 KiB in all. */
export const MAX_HEADER_CURSOR = 6 * 1024;

/** What a B-tree entry can hold, with room for four-byte characters. */
export const MAX_INDEXED_TEXT_LENGTH = 500;
/** Addresses longer than these are not addresses (RFC 5321, and what browsers agree on). */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2048;
/** Digits and sign of a decimal. */
export const MAX_DECIMAL_LENGTH = 100;

/** The longest lifetime of tokens that a policy can name; longer ones mean "never". */
export const MAX_POLICY_DAYS = 36_500;

/** For so long before its end a token's responses say when it is. */
export const TOLD_BEFORE_EXPIRY_DAYS = 7;

/** Of an organisation, of people who have not accepted yet: more are a mistake, or a flood. */
export const MAX_OPEN_INVITATIONS = 100;

/** Of a token, or of an organisation's policy: more are written as ranges. Each is compared with each request's address. */
export const MAX_ALLOWED_ADDRESSES = 100;
/** A token that works from more addresses than these works from anywhere: a new one is no news of it. */
export const MAX_KNOWN_ADDRESSES = 20;
/** How long notices are kept, and addresses after their last use. */
export const NOTICE_DAYS = 90;

/** More live tokens than this per owner are an accident that repeats itself; a policy can allow fewer. */
export const MAX_CURRENT_TOKENS = 1_000;

/** The owner of an unused token hears of it so long before it is revoked, and a policy leaves time for that. */
export const TOLD_BEFORE_REVOKING_DAYS = 7;
export const MIN_UNUSED_DAYS = 14;

/** Of a token's own limit; the service's holds beside it. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_HOURS = 24;
/** More tags than any client can mean; a header of 16 KB could list thousands. */
export const MAX_ENTITY_TAGS = 100;

/** How many calls of each token can be looked at one by one: what a person reads, and enough to find a refused one again. */
export const KEPT_ACCEPTED = 50;
export const KEPT_REFUSED = 200;
export const CALL_DAYS = 30;
/** How long the hourly sums of calls are kept. */
export const USAGE_DAYS = 90;
