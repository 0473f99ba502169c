/** The settings of a webhook, as bodies of requests and forms of pages give them (docs/contract.md, Webhooks). */
import { z } from "zod";
import { MAX_EXPANDED, MAX_URL_LENGTH, MAX_WEBHOOK_NAME_LENGTH } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import { notAsText } from "../../messages/wrong-type";
import { type JsonObject, type JsonValue, WEBHOOK_PAYLOADS, type WebhookSettings } from "../../model";
import { invalid } from "../../webhooks/manage";
import { invalidBody, requireObject } from "./body";
import { requireExpandList, requireFieldList } from "./parameters";

/** Continues the name of a member that is missing, or has another form. */
const toBe = (form: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? `is missing. It is ${form}.` : `is ${form}.`),
});

/** Not an array of zod, which reports every wrong item: a body can have 50,000. */
function listOf(form: string): z.ZodType<string[]> {
  const error = ({ input }: { input?: unknown }) => `is ${form}${notAsText(input as JsonValue)}.`;
  return z
    .any()
    .refine((value) => Array.isArray(value) && value.every((item) => typeof item === "string" && item !== ""), {
      error,
    })
    .meta({ type: "array", items: { type: "string" } });
}

function isFilled(text: string): boolean {
  return text !== "";
}

const NAME_LENGTH = `has 1 to ${MAX_WEBHOOK_NAME_LENGTH} characters.`;
const ADDRESS = toBe("an https address");
const ENTITY_KEY = toBe("the key of an entity, as GET /entities lists them");

const members = {
  name: z
    .string(toBe("a text"))
    .min(1, NAME_LENGTH)
    .max(MAX_WEBHOOK_NAME_LENGTH, NAME_LENGTH)
    .refine((name) => name.trim() !== "", NAME_LENGTH)
    .describe("For people."),
  url: z
    .string(ADDRESS)
    .max(MAX_URL_LENGTH, `has at most ${MAX_URL_LENGTH} characters.`)
    .refine(isFilled, ADDRESS)
    .meta({ format: "uri", description: "Where deliveries are sent: `https`, on a public host." }),
  entityKey: z.string(ENTITY_KEY).refine(isFilled, ENTITY_KEY).describe("The entity whose changes are sent."),
  payload: z
    .enum(WEBHOOK_PAYLOADS, toBe('one of "records", "ids" and "signal"'))
    .describe("`records`: whole records. `ids`: their ids and versions. `signal`: only that something changed."),
  fields: listOf("a list of field keys, or null for all")
    .nullable()
    .describe("The keys that `data` has. Default: all that the token can read."),
  // `requireExpandList` refuses longer ones, with a code of its own.
  expand: listOf("a list of the keys of references").meta({
    maxItems: MAX_EXPANDED,
    description: "References whose records are sent in `expanded`.",
  }),
  paused: z
    .boolean(toBe("true or false"))
    .describe("`true` sends nothing. `false` goes on, also after the service has stopped by itself."),
};

const CREATED = z.object(members).partial({ payload: true, fields: true, expand: true, paused: true });
const CHANGED = z.object(members).omit({ entityKey: true }).partial();
const SINCE = 'is a moment in UTC, such as "2026-01-31T09:30:00Z".';
const REPLAYED = z.object({ since: z.iso.datetime(SINCE).describe("Within the time for which changes are kept.") });

export const webhookBody = z.strictObject({ data: CREATED }).meta({ id: "WebhookBody" });
export const webhookChangesBody = z.strictObject({ data: CHANGED }).meta({ id: "WebhookChanges" });
export const replayBody = z.strictObject({ data: REPLAYED }).meta({ id: "WebhookReplay" });

/** Throws INVALID_BODY with all that is wrong, INVALID_FILTERS and FIELD_NOT_QUERYABLE. */
export function parseWebhookBody(body: JsonObject): WebhookSettings & { entityKey: string } {
  const { payload = "records", fields = null, expand = [], paused = false, ...given } = parse(body, CREATED);
  requireLists({ fields, expand });
  return { ...given, payload, fields, expand, paused };
}

/** Throws like `parseWebhookBody`. */
export function parseWebhookChanges(body: JsonObject): Partial<WebhookSettings> {
  const changes = parse(body, CHANGED) as Partial<WebhookSettings>;
  requireLists(changes);
  return changes;
}

/** Returns milliseconds since 1970. Throws INVALID_BODY. */
export function parseReplayBody(body: JsonObject): number {
  return Date.parse(parse(body, REPLAYED).since);
}

function requireLists({ fields, expand }: Partial<WebhookSettings>): void {
  if (fields) requireFieldList("fields", fields);
  if (expand?.length) requireExpandList(expand);
}

function parse<Schema extends z.ZodObject>(body: JsonObject, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(dataOf(body, schema));
  if (parsed.success) return parsed.data;
  const messages = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]);
    if (!messages.has(field)) messages.set(field, `${field} ${message}`);
  }
  throw invalid([...messages].map(([field, message]) => ({ field, message })));
}

/** Refuses unknown members: a misspelled one must not be ignored. */
function dataOf(members: JsonObject, { shape }: z.ZodObject): JsonObject {
  const known = Object.keys(shape);
  const other = Object.keys(members).find((key) => key !== "data");
  if (other !== undefined || !Object.hasOwn(members, "data")) {
    const required = known.filter((key) => !shape[key]?.safeParse(undefined).success);
    const optional = known.filter((key) => !required.includes(key));
    const form = required.map((key) => `"${key}": …`).join(", ") || "…";
    const more =
      optional.length === 0 ? "" : `${required.length > 0 ? "; optional are" : ", with any of"} ${optional.join(", ")}`;
    throw invalidBody(`The body has the one member data: {"data": {${form}}}${more}.`);
  }
  const data = requireObject(members.data, "data");
  const unknown = Object.keys(data).find((key) => !known.includes(key));
  if (unknown === undefined) return data;
  const message = `${quoteText(unknown)} is not a member of data.${didYouMean(unknown, known)} Its members are ${known.join(", ")}.`;
  throw invalid([{ field: unknown, message }]);
}
