/**
 * The tokens of a list on their way to the browser, as one text: what many of them share stands in it once, and no field is
 * named a thousand times. Pure. Both directions stand side by side; the types hold them to each other.
 */
import { tokenHint } from "@/lib/authentication/token-form";
import type { Trouble } from "@/lib/call-log/usage";
import type { Scopes } from "@/lib/model";
import { TOKEN_STATUSES } from "@/lib/tokens/status";
import type { DrawnDays } from "../sparkline";
import type { TokenItem } from "./token-item";

type Packed = { owners: TokenItem["owner"][]; scopes: Scopes[]; addresses: (string | null)[]; rows: Row[] };

/** A place in one of the tables above, or among the statuses. */
type Place = number;
type Moment = number;

type Row = [
  id: string,
  name: string,
  purpose: string,
  owner: Place,
  scopes: Place,
  status: Place,
  created: Moment,
  expires: Moment | null,
  revoked: Moment | null,
  lastUsed: Moment | null,
  address: Place,
  replaces: string | null,
  replacedBy: string | null,
  days: [DrawnDays["days"], DrawnDays["ok"], DrawnDays["denied"], string, string] | null,
  trouble: Trouble | null,
];

export function packTokens(items: readonly TokenItem[]): string {
  const [owners, scopes, addresses] = [
    new Table<TokenItem["owner"]>(),
    new Table<Scopes>(),
    new Table<string | null>(),
  ];
  const rows = items.map(
    (item): Row => [
      item.id,
      item.name,
      item.purpose,
      owners.placeOf(item.owner),
      scopes.placeOf(item.scopes),
      TOKEN_STATUSES.indexOf(item.status),
      item.created.getTime(),
      item.expires?.getTime() ?? null,
      item.revoked?.getTime() ?? null,
      item.lastUsed?.getTime() ?? null,
      addresses.placeOf(item.lastUsedAddress),
      item.replaces,
      item.replacedBy,
      item.days && [item.days.days, item.days.ok, item.days.denied, item.days.okBars, item.days.deniedBars],
      item.trouble,
    ],
  );
  const packed: Packed = { owners: owners.values, scopes: scopes.values, addresses: addresses.values, rows };
  return JSON.stringify(packed);
}

export function unpackTokens(text: string): TokenItem[] {
  const { owners, scopes, addresses, rows }: Packed = JSON.parse(text);
  return rows.map((row) => {
    const [id, name, purpose, owner, scope, status, created, expires, revoked, lastUsed, address, ...rest] = row;
    const [replaces, replacedBy, days, trouble] = rest;
    return {
      id,
      name,
      purpose,
      hint: tokenHint(id),
      owner: at(owners, owner),
      scopes: at(scopes, scope),
      status: at(TOKEN_STATUSES, status),
      created: new Date(created),
      expires: toDate(expires),
      revoked: toDate(revoked),
      lastUsed: toDate(lastUsed),
      lastUsedAddress: at(addresses, address),
      replaces,
      replacedBy,
      days: days && { days: days[0], ok: days[1], denied: days[2], okBars: days[3], deniedBars: days[4] },
      trouble,
    };
  });
}

/** Each value once, found again by what it says. */
class Table<Value> {
  readonly values: Value[] = [];
  private readonly places = new Map<string, Place>();

  placeOf(value: Value): Place {
    const key = JSON.stringify(value);
    const place = this.places.get(key) ?? this.values.push(value) - 1;
    this.places.set(key, place);
    return place;
  }
}

function toDate(moment: Moment | null): Date | null {
  return moment === null ? null : new Date(moment);
}

function at<Value>(values: readonly Value[], place: Place): Value {
  const value = values[place];
  if (value === undefined) throw new Error(`There is no place ${place} in a packed list.`);
  return value;
}
