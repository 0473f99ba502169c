// Written by `public-records types` from what a token can see and do. Not to be edited: run it again.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Accounts. */
export interface AccountData {
  /** Name. At most 100 characters. Unique. */
  name: string;
  /** Code. An integer. At least 1. Unique. */
  code: number | null;
  /** Country. */
  country: "NL" | "DE" | null;
  /** Revenue. A decimal number in a string: "12.50". @deprecated Since 2026-11-01, removed on 2027-05-01. Use code instead. */
  revenue: string | null;
}

export interface AccountRecord {
  id: string;
  entityKey: "accounts";
  created: string;
  updated: string;
  versionId: string;
  data: AccountData;
}

export interface AccountCreate {
  /** Name. At most 100 characters. Unique. */
  name: string;
  /** Code. An integer. At least 1. Unique. */
  code?: number | null;
  /** Country. */
  country?: "NL" | "DE" | null;
}

export interface AccountUpdate {
  /** Name. At most 100 characters. Unique. */
  name?: string;
  /** Code. An integer. At least 1. Unique. */
  code?: number | null;
  /** Country. */
  country?: "NL" | "DE" | null;
}

export type AccountKey = { name: string } | { code: number };

export type AccountCondition =
  | readonly ["id", "eq" | "neq", string]
  | readonly ["id" | "created" | "updated" | "name" | "revenue", "in" | "nin", readonly string[]]
  | readonly ["created" | "updated", "eq" | "neq" | "gt" | "gte" | "lt" | "lte", string]
  | readonly ["created" | "updated" | "name" | "revenue", "between", readonly [string, string]]
  | readonly ["name" | "revenue", "eq" | "neq", string | null]
  | readonly ["name", "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with", string]
  | readonly ["name" | "code" | "country" | "revenue", "is_null", boolean]
  | readonly ["code", "eq" | "neq", number | null]
  | readonly ["code", "in" | "nin", readonly number[]]
  | readonly ["code", "gt" | "gte" | "lt" | "lte", number]
  | readonly ["code", "between", readonly [number, number]]
  | readonly ["country", "eq" | "neq", "NL" | "DE" | null]
  | readonly ["country", "in" | "nin", readonly ("NL" | "DE")[]]
  | readonly ["revenue", "gt" | "gte" | "lt" | "lte", string];

export type AccountFilter =
  | AccountCondition
  | { and: readonly AccountFilter[] }
  | { or: readonly AccountFilter[] }
  | { not: AccountFilter };

/** Deals. What is being sold. */
export interface DealData {
  /** Title. What it is *\/ about. In short. At most 200 characters. Unique. */
  title: string;
  /** Stage. */
  stage: "lead" | "won" | "lost \"for now\"";
  /** Amount. At least 0. At most 1000000. */
  amount: number | null;
  /** Closing. A date: 2026-01-31. */
  closing: string | null;
  /** Tags. */
  tags: ("hot" | "cold")[] | null;
  /** Account. The id of a record of accounts. */
  account: string | null;
  /** Notes. */
  notes?: Json;
  /** Customer. */
  customer?: string;
}

export interface DealRecord {
  id: string;
  entityKey: "deals";
  created: string;
  updated: string;
  versionId: string;
  data: DealData;
}

export interface DealCreate {
  /** Title. What it is *\/ about. In short. At most 200 characters. Unique. */
  title: string;
  /** Stage. Without it: "lead". */
  stage?: "lead" | "won" | "lost \"for now\"";
  /** Amount. At least 0. At most 1000000. */
  amount?: number | null;
  /** Closing. A date: 2026-01-31. */
  closing?: string | null;
  /** Tags. */
  tags?: ("hot" | "cold")[] | null;
  /** Account. The id of a record of accounts. */
  account?: string | AccountKey | null;
  /** Notes. */
  notes?: Json;
  /** Customer. */
  customer: string;
}

export interface DealUpdate {
  /** Title. What it is *\/ about. In short. At most 200 characters. Unique. */
  title?: string;
  /** Stage. */
  stage?: "lead" | "won" | "lost \"for now\"";
  /** Amount. At least 0. At most 1000000. */
  amount?: number | null;
  /** Closing. A date: 2026-01-31. */
  closing?: string | null;
  /** Tags. */
  tags?: ("hot" | "cold")[] | null;
  /** Account. The id of a record of accounts. */
  account?: string | AccountKey | null;
  /** Notes. */
  notes?: Json;
  /** Customer. */
  customer?: string;
}

export type DealKey = { title: string };

export type DealCondition =
  | readonly ["id" | "account.id", "eq" | "neq", string]
  | readonly ["id" | "created" | "updated" | "title" | "closing" | "account" | "account.id" | "account.created" | "account.updated" | "account.name", "in" | "nin", readonly string[]]
  | readonly ["created" | "updated" | "account.created" | "account.updated", "eq" | "neq" | "gt" | "gte" | "lt" | "lte", string]
  | readonly ["created" | "updated" | "title" | "closing" | "account.created" | "account.updated" | "account.name", "between", readonly [string, string]]
  | readonly ["title" | "closing" | "account" | "account.name", "eq" | "neq", string | null]
  | readonly ["title" | "account.name", "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with", string]
  | readonly ["title" | "stage" | "amount" | "closing" | "tags" | "account" | "account.name" | "account.country", "is_null", boolean]
  | readonly ["stage", "eq" | "neq", "lead" | "won" | "lost \"for now\"" | null]
  | readonly ["stage", "in" | "nin", readonly ("lead" | "won" | "lost \"for now\"")[]]
  | readonly ["amount", "eq" | "neq", number | null]
  | readonly ["amount", "in" | "nin", readonly number[]]
  | readonly ["amount", "gt" | "gte" | "lt" | "lte", number]
  | readonly ["amount", "between", readonly [number, number]]
  | readonly ["closing", "gt" | "gte" | "lt" | "lte", string]
  | readonly ["tags", "any_of" | "all_of", readonly ("hot" | "cold")[]]
  | readonly ["account.country", "eq" | "neq", "NL" | "DE" | null]
  | readonly ["account.country", "in" | "nin", readonly ("NL" | "DE")[]];

export type DealFilter =
  | DealCondition
  | { and: readonly DealFilter[] }
  | { or: readonly DealFilter[] }
  | { not: DealFilter };

/** Goods. */
export interface HandGoodData {
  /** Name. */
  name: string | null;
}

export interface HandGoodRecord {
  id: string;
  entityKey: "hand_goods";
  created: string;
  updated: string;
  versionId: string;
  data: HandGoodData;
}

export type HandGoodCreate = never;

export type HandGoodUpdate = never;

export type HandGoodKey = never;

export type HandGoodCondition =
  | readonly ["id", "eq" | "neq", string]
  | readonly ["id" | "created" | "updated" | "name", "in" | "nin", readonly string[]]
  | readonly ["created" | "updated", "eq" | "neq" | "gt" | "gte" | "lt" | "lte", string]
  | readonly ["created" | "updated" | "name", "between", readonly [string, string]]
  | readonly ["name", "eq" | "neq", string | null]
  | readonly ["name", "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with", string]
  | readonly ["name", "is_null", boolean];

export type HandGoodFilter =
  | HandGoodCondition
  | { and: readonly HandGoodFilter[] }
  | { or: readonly HandGoodFilter[] }
  | { not: HandGoodFilter };

export interface Records {
  accounts: {
    record: AccountRecord;
    create: AccountCreate;
    update: AccountUpdate;
    filter: AccountFilter;
    sort: "id" | "created" | "updated" | "name" | "code" | "country" | "revenue";
    unique: "name" | "code";
    group: "name" | "code" | "country" | "created" | "updated";
    period: "created" | "updated";
    sum: "code" | "revenue";
    extreme: "code" | "revenue" | "created" | "updated";
    count: "name" | "code" | "country" | "revenue";
    expand: {};
    key: AccountKey;
  };
  deals: {
    record: DealRecord;
    create: DealCreate;
    update: DealUpdate;
    filter: DealFilter;
    sort: "id" | "created" | "updated" | "title" | "stage" | "amount" | "closing" | "account";
    unique: "title";
    group: "title" | "stage" | "closing" | "account" | "created" | "updated";
    period: "closing" | "created" | "updated";
    sum: "amount";
    extreme: "amount" | "closing" | "created" | "updated";
    count: "title" | "stage" | "amount" | "closing" | "tags" | "account";
    expand: {
      account: AccountRecord;
    };
    key: DealKey;
  };
  hand_goods: {
    record: HandGoodRecord;
    create: HandGoodCreate;
    update: HandGoodUpdate;
    filter: HandGoodFilter;
    sort: "id" | "created" | "updated" | "name";
    unique: never;
    group: "name" | "created" | "updated";
    period: "created" | "updated";
    sum: never;
    extreme: "created" | "updated";
    count: "name";
    expand: {};
    key: HandGoodKey;
  };
}
