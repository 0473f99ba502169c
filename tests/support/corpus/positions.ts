/** Every place of the interface that takes text, and how a text is put there. */
import { type Call, post } from "../http";
import { recordsPath } from "../organization";
import { asHeader, escapeAll } from "./payloads";

export type Position = {
  name: string;
  /** null: this text cannot be sent there, because no header or request line could hold it. */
  place: (text: string) => Call | null;
  /** The field that holds the text afterwards, if it is accepted. */
  stores?: string | undefined;
};

const SAMPLES = recordsPath("samples");
/** The room that is left for the text in a request line. */
const MAX_ESCAPED = 8_000;

const inUrl =
  (make: (escaped: string) => Omit<Call, "token">) =>
  (text: string): Call | null => {
    const escaped = escapeAll(text);
    return escaped.length > MAX_ESCAPED ? null : make(escaped);
  };
const inQuery =
  (json: (text: string) => unknown) =>
  (text: string): Call =>
    post(`${SAMPLES}/query`, json(text));
const inAggregate =
  (json: (text: string) => object) =>
  (text: string): Call =>
    post(`${SAMPLES}/aggregate`, { measures: { n: ["count"] }, ...json(text) });
const inData =
  (data: (text: string) => Record<string, unknown>) =>
  (text: string): Call =>
    post(SAMPLES, { data: { name: "hostile", ...data(text) } });
const inHeader =
  (name: string, call: Call) =>
  (text: string): Call | null => {
    const value = asHeader(text);
    return value === "" ? null : { ...call, headers: { [name]: value, ...call.headers } };
  };

export function positions(recordPath: string): Position[] {
  const update: Call = { method: "PATCH", path: recordPath, json: { data: { name: "target" } } };
  const stored = (field: string): Position => ({
    name: `data.${field}`,
    place: inData((text) => ({ [field]: text })),
    stores: field,
  });
  return [
    { name: "entityKey", place: inUrl((text) => ({ path: `/entities/${text}` })) },
    { name: "entityKey of records", place: inUrl((text) => ({ path: recordsPath(text) })) },
    { name: "recordId", place: inUrl((text) => ({ path: `${SAMPLES}/${text}` })) },
    {
      name: "recordId of a delete",
      place: inUrl((text) => ({ method: "DELETE", path: `${SAMPLES}/${text}`, headers: { "if-match": "*" } })),
    },
    { name: "an unknown path", place: inUrl((text) => ({ path: `/${text}` })) },
    { name: "limit", place: inUrl((text) => ({ path: `${SAMPLES}?limit=${text}` })) },
    { name: "cursor", place: inUrl((text) => ({ path: `${SAMPLES}?cursor=${text}` })) },
    { name: "sort", place: inUrl((text) => ({ path: `${SAMPLES}?sort=${text}` })) },
    { name: "sort field", place: inUrl((text) => ({ path: `${SAMPLES}?sort=${text}:asc` })) },
    { name: "sort direction", place: inUrl((text) => ({ path: `${SAMPLES}?sort=name:${text}` })) },
    { name: "search", place: inUrl((text) => ({ path: `${SAMPLES}?limit=1&search=${text}` })) },
    { name: "fields", place: inUrl((text) => ({ path: `${SAMPLES}?limit=1&fields=${text}` })) },
    { name: "expand", place: inUrl((text) => ({ path: `${SAMPLES}?limit=1&expand=${text}` })) },
    { name: "an unknown parameter", place: inUrl((text) => ({ path: `${SAMPLES}?limit=1&${text}=${text}` })) },
    { name: "where field", place: inQuery((text) => ({ where: [text, "eq", "x"] })) },
    { name: "where operator", place: inQuery((text) => ({ where: ["name", text, "x"] })) },
    { name: "where value", place: inQuery((text) => ({ where: ["name", "eq", text], limit: 1 })) },
    { name: "where contains", place: inQuery((text) => ({ where: ["text", "contains", text], limit: 1 })) },
    { name: "where in", place: inQuery((text) => ({ where: ["id", "in", [text, "x"]], limit: 1 })) },
    { name: "where datetime", place: inQuery((text) => ({ where: ["created", "gt", text], limit: 1 })) },
    { name: "where decimal", place: inQuery((text) => ({ where: ["decimal", "between", [text, "1"]], limit: 1 })) },
    { name: "where key", place: inQuery((text) => ({ where: { [text]: [["name", "eq", "x"]] } })) },
    { name: "body search", place: inQuery((text) => ({ search: text, limit: 1 })) },
    { name: "body cursor", place: inQuery((text) => ({ cursor: text })) },
    { name: "body sort field", place: inQuery((text) => ({ sort: [{ field: text, direction: "asc" }] })) },
    { name: "body sort direction", place: inQuery((text) => ({ sort: [{ field: "name", direction: text }] })) },
    { name: "body fields", place: inQuery((text) => ({ fields: ["name", text], limit: 1 })) },
    { name: "body expand", place: inQuery((text) => ({ expand: ["reference", text], limit: 1 })) },
    { name: "where referenced field", place: inQuery((text) => ({ where: [`reference.${text}`, "eq", "x"] })) },
    { name: "where referenced value", place: inQuery((text) => ({ where: ["reference.name", "neq", text] })) },
    { name: "groupBy", place: inAggregate((text) => ({ groupBy: [text] })) },
    { name: "groupBy field", place: inAggregate((text) => ({ groupBy: [{ field: text, by: "month" }] })) },
    { name: "groupBy by", place: inAggregate((text) => ({ groupBy: [{ field: "date", by: text }] })) },
    { name: "measure name", place: inAggregate((text) => ({ measures: { [text]: ["count"] } })) },
    { name: "measure word", place: inAggregate((text) => ({ measures: { n: [text, "integer"] } })) },
    { name: "measure field", place: inAggregate((text) => ({ measures: { n: ["sum", text] } })) },
    { name: "aggregate where", place: inAggregate((text) => ({ where: ["name", "eq", text] })) },
    { name: "aggregate member", place: inAggregate((text) => ({ [text]: 1 })) },
    { name: "body limit", place: inQuery((text) => ({ limit: text })) },
    { name: "body member", place: inQuery((text) => ({ [text]: 1 })) },
    { name: "data key", place: inData((text) => ({ [text]: text })) },
    ...["name", "text", "unlisted", "hidden", "email", "url", "json", "select"].map(stored),
    ...["decimal", "date", "datetime", "reference", "integer"].map((field) => ({
      ...stored(field),
      stores: undefined,
    })),
    { name: "data.json key", place: inData((text) => ({ json: { [text]: [text] } })) },
    { name: "data.multiselect", place: inData((text) => ({ multiselect: [text] })) },
    {
      name: "update key",
      place: (text) => ({ ...update, headers: { "if-match": "*" }, json: { data: { [text]: null } } }),
    },
    { name: "If-Match", place: inHeader("if-match", update) },
    { name: "If-Match, quoted", place: (text) => inHeader("if-match", update)(`"${asHeader(text)}"`) },
    { name: "If-None-Match", place: inHeader("if-none-match", { path: recordPath }) },
    { name: "X-Request-Id", place: inHeader("x-request-id", { path: "/me" }) },
    {
      name: "Idempotency-Key",
      place: inHeader("idempotency-key", { method: "POST", path: SAMPLES, json: { data: { name: "once" } } }),
    },
    {
      name: "Content-Type",
      place: inHeader("content-type", { method: "POST", path: `${SAMPLES}/query`, json: { limit: 1 } }),
    },
    {
      name: "Content-Encoding",
      place: inHeader("content-encoding", { method: "POST", path: `${SAMPLES}/query`, json: { limit: 1 } }),
    },
    { name: "Accept", place: inHeader("accept", { path: "/me" }) },
    { name: "Accept of a list", place: inHeader("accept", { path: `${SAMPLES}?limit=1` }) },
    { name: "Cookie", place: inHeader("cookie", { path: "/me" }) },
    { name: "Host", place: inHeader("host", { path: "/me" }) },
    { name: "X-Forwarded-For", place: inHeader("x-forwarded-for", { path: "/me" }) },
    { name: "X-HTTP-Method-Override", place: inHeader("x-http-method-override", { path: recordPath }) },
    {
      name: "Authorization",
      place: (text) => ({ path: "/me", token: undefined, headers: { authorization: `Bearer ${asHeader(text)}` } }),
    },
  ];
}
