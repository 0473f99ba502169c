/**
 * Requests made up at random from the endpoint registry: each part valid, almost valid, or wild. One seed always makes the
 * same requests, so that a failure can be seen again.
 */
import fc from "fast-check";
import { OPERATORS } from "@/lib/model";
import { ENDPOINTS, type Endpoint } from "@/lib/public-api/endpoints/registry";
import type { Call, HeaderList } from "../http";
import { asHeader, escapeAll, PAYLOADS } from "./payloads";

/** The parts of the organization that valid requests may name. */
export type Known = { entities: string[]; fields: string[]; ids: string[]; etags: string[]; tokens: string[] };

const wild = fc.oneof(
  fc.constantFrom(...PAYLOADS.filter((text) => text.length < 1_000)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "0", "1", "-1", "null", "*", "true"),
);

/** One letter more, less or different, as a caller mistypes it. */
const mistyped = (text: string) =>
  fc
    .nat(text.length)
    .chain((at) => fc.constantFrom(text.slice(0, at) + text.slice(at + 1), `${text.slice(0, at)}é${text.slice(at)}`));

function mostly(valid: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.constantFrom(...valid).chain(mistyped) },
    { weight: 2, arbitrary: wild },
  );
}

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  wild,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(wild, { maxLength: 5 }),
);

export function requests(known: Known, seed: number, count: number): Call[] {
  return fc.sample(requestTo(known), { seed, numRuns: count });
}

function requestTo(known: Known): fc.Arbitrary<Call> {
  return fc
    .constantFrom(...ENDPOINTS)
    .chain((endpoint) =>
      fc.record({
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constant<string>(endpoint.method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
          },
        ),
        path: pathOf(endpoint, known),
        query: queryOf(known),
        headers: headersOf(known),
        body: fc
          .oneof(
            { weight: 8, arbitrary: fc.constant(endpoint.body !== undefined) },
            { weight: 1, arbitrary: fc.boolean() },
          )
          .chain((hasBody) => (hasBody ? bodyOf(known) : fc.constant(undefined))),
      }),
    )
    .map(({ method, path, query, headers, body }) => ({ method, path: path + query, headers, body }));
}

/** Sometimes with raw characters that URLs forbid, limited to those that a client can send at all. */
function pathOf({ path }: Endpoint, known: Known): fc.Arbitrary<string> {
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => {
      if (segment === ":entityKey") return mostly(known.entities).map(escapeAll);
      if (segment === ":recordId" || segment === ":webhookId") return mostly(known.ids).map(escapeAll);
      return fc.oneof({ weight: 60, arbitrary: fc.constant(segment) }, { weight: 1, arbitrary: wild.map(rawSegment) });
    });
  return fc.tuple(...segments).map((parts) => `/${parts.join("/")}`);
}

function rawSegment(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "").slice(0, 200);
}

function queryOf(known: Known): fc.Arbitrary<string> {
  const sort = fc
    .tuple(mostly(known.fields), mostly(["asc", "desc"]))
    .map(([field, direction]) => `${field}:${direction}`);
  const parameter = fc.oneof(
    fc.tuple(fc.constant("limit"), mostly(["1", "2", "500"])),
    fc.tuple(fc.constant("sort"), sort),
    fc.tuple(fc.constant("search"), wild),
    fc.tuple(fc.constant("cursor"), wild),
    fc.tuple(fc.constant("fields"), mostly(known.fields)),
    fc.tuple(wild, wild),
  );
  const escaped = parameter.map(
    ([name, value]) => `${escapeAll(name.slice(0, 100))}=${escapeAll(value.slice(0, 300))}`,
  );
  const list = fc.array(fc.oneof({ weight: 9, arbitrary: escaped }, { weight: 1, arbitrary: wild.map(rawSegment) }), {
    maxLength: 3,
  });
  return fc.oneof(
    fc.constant(""),
    list.map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`)),
  );
}

function headersOf(known: Known): fc.Arbitrary<HeaderList> {
  const authorization = mostly(known.tokens).map(
    (token) => ["authorization", asHeader(`Bearer ${token}`)] as [string, string],
  );
  const precondition = fc.constantFrom(...known.etags).map((etag) => ["if-match", etag] as [string, string]);
  const header = fc.tuple(
    fc.constantFrom(
      ...[
        "if-match",
        "if-none-match",
        "idempotency-key",
        "x-request-id",
        "accept",
        "accept-encoding",
        "cookie",
        "origin",
      ],
      ...[
        "x-forwarded-for",
        "x-http-method-override",
        "x-middleware-subrequest",
        "rsc",
        "next-action",
        "next-router-prefetch",
      ],
      ...["content-encoding", "range", "prefer", "expect-ct", "x-forwarded-host", "x-real-ip"],
    ),
    fc.oneof(fc.constantFrom(...known.etags, "*", "1"), wild).map(asHeader),
  );
  return fc
    .tuple(authorization, fc.array(fc.oneof(precondition, header), { maxLength: 3 }))
    .map(([first, others]) => [first, ...others.filter(([, value]) => value !== "")]);
}

function bodyOf(known: Known): fc.Arbitrary<string> {
  const field = mostly(known.fields);
  const { filter } = fc.letrec((tie) => ({
    filter: fc.oneof(
      { maxDepth: 6, depthSize: "small" },
      fc.tuple(field, mostly(OPERATORS), anyValue),
      fc.record({ and: fc.array(tie("filter"), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie("filter"), { maxLength: 3 }) }),
      fc.record({ not: tie("filter") }),
      anyValue,
    ),
  }));
  const sort = fc.array(fc.record({ field, direction: mostly(["asc", "desc"]) }), { maxLength: 3 });
  const query = fc.record(
    {
      where: filter,
      sort: fc.oneof(sort, anyValue),
      limit: fc.oneof(fc.integer({ min: 1, max: 3 }), anyValue),
      search: fc.oneof(wild, anyValue),
      cursor: anyValue,
      fields: fc.oneof(fc.array(field, { minLength: 1, maxLength: 3 }), anyValue),
    },
    { requiredKeys: [] },
  );
  const wildData = fc.dictionary(field, anyValue, { maxKeys: 5 }).map((values) => ({ name: "made up", ...values }));
  const goodData = fc.record(
    { name: fc.constant("made up"), text: wild, json: anyValue, integer: fc.integer(), boolean: fc.boolean() },
    { requiredKeys: ["name"] },
  );
  const data = fc.oneof(wildData, goodData).map((values) => ({ data: values }));
  const text = fc.oneof(query, data, anyValue).map((value) => JSON.stringify(value) ?? "");
  const cut = fc.tuple(text, fc.nat(40)).map(([whole, at]) => whole.slice(0, at));
  return fc.oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: cut }, { weight: 1, arbitrary: wild });
}
