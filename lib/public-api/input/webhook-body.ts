/** The bodies of endpoints about webhooks (docs/contract.md, Webhooks). */
import { z } from "zod";
import { ApiError, type ErrorDetail } from "../../errors";
import { MAX_EXPANDED, MAX_URL_LENGTH, MAX_WEBHOOK_NAME_LENGTH } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import { notAsText } from "../../messages/wrong-type";
import {
  type JsonObject,
  type JsonValue,
  WEBHOOK_PAYLOADS,
  type WebhookPayload,
  type WebhookSettings,
} from "../../model";
import { type Body, invalidBody, requireObject } from "./body";
import { requireExpandList, requireFieldList } from "./parameters";

const members = {
  name: z.string().min(1).max(MAX_WEBHOOK_NAME_LENGTH).describe("For people."),
  url: z.url().max(MAX_URL_LENGTH).describe("Where deliveries are sent: `https`, on a public host."),
  entityKey: z.string().describe("The entity whose changes are sent."),
  payload: z
    .enum(WEBHOOK_PAYLOADS)
    .describe("`records`: whole records. `ids`: their ids and versions. `signal`: only that something changed."),
  fields: z.array(z.string()).nullable().describe("The keys that `data` has. Default: all that the token can read."),
  expand: z.array(z.string()).max(MAX_EXPANDED).describe("References whose records are sent in `expanded`."),
  paused: z.boolean().describe("`true` sends nothing. `false` goes on, also after the service has stopped by itself."),
};

const CREATED = z.object(members).partial({ payload: true, fields: true, expand: true, paused: true });
const CHANGED = z.object(members).omit({ entityKey: true }).partial();
const REPLAYED = z.object({ since: z.iso.datetime().describe("Within the time for which changes are kept.") });

export const webhookBody = z.strictObject({ data: CREATED }).meta({ id: "WebhookBody" });
export const webhookChangesBody = z.strictObject({ data: CHANGED }).meta({ id: "WebhookChanges" });
export const replayBody = z.strictObject({ data: REPLAYED }).meta({ id: "WebhookReplay" });

/** Throws INVALID_BODY with all that is wrong. */
export function parseWebhookBody(body: Body): WebhookSettings & { entityKey: string } {
  const data = dataOf(body, CREATED);
  const { entityKey, ...given } = parseMembers(data, requiredOf(CREATED));
  const { name = "", url = "", payload = "records", fields = null, expand = [], paused = false } = given;
  return { name, url, payload, fields, expand, paused, entityKey: entityKey ?? "" };
}

/** Throws INVALID_BODY with all that is wrong. */
export function parseWebhookChanges(body: Body): Partial<WebhookSettings> {
  const { entityKey: _, ...changes } = parseMembers(dataOf(body, CHANGED), []);
  return changes;
}

/** Returns milliseconds since 1970. Throws INVALID_BODY. */
export function parseReplayBody(body: Body): number {
  const { since } = dataOf(body, REPLAYED);
  const moment = REPLAYED.safeParse({ since });
  if (moment.success) return Date.parse(moment.data.since);
  const message = 'since is a moment in UTC, such as "2026-01-31T09:30:00Z".';
  throw refused([{ field: "since", message }]);
}

/** Refuses members that there are not: a misspelt one must not be ignored. */
function dataOf({ members }: Body, schema: Schema): JsonObject {
  const known = Object.keys(schema.shape);
  const other = Object.keys(members).find((key) => key !== "data");
  if (other !== undefined || !Object.hasOwn(members, "data")) {
    const required: string[] = requiredOf(schema);
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
  throw refused([{ field: unknown, message }]);
}

type Schema = { shape: Record<string, z.ZodType> };

function requiredOf<Shape extends Record<string, z.ZodType>>({ shape }: { shape: Shape }): (keyof Shape & string)[] {
  return Object.keys(shape).filter((key) => !shape[key]?.isOptional());
}

type Parsed = Partial<WebhookSettings & { entityKey: string }>;

const FORMS: { [Key in keyof Parsed]-?: { isRight: (value: JsonValue) => boolean; form: string } } = {
  name: { isRight: isText, form: "a text" },
  url: { isRight: isText, form: "an https address" },
  entityKey: { isRight: isText, form: "the key of an entity, as GET /entities lists them" },
  payload: {
    isRight: (value) => WEBHOOK_PAYLOADS.includes(value as WebhookPayload),
    form: 'one of "records", "ids" and "signal"',
  },
  fields: { isRight: (value) => value === null || isTexts(value), form: "a list of field keys, or null for all" },
  expand: { isRight: isTexts, form: "a list of the keys of references" },
  paused: { isRight: (value) => typeof value === "boolean", form: "true or false" },
};

function parseMembers(data: JsonObject, required: (keyof Parsed)[]): Parsed {
  const details: ErrorDetail[] = required
    .filter((key) => !Object.hasOwn(data, key))
    .map((key) => ({ field: key, message: `${key} is missing. It is ${FORMS[key].form}.` }));
  for (const [key, value] of Object.entries(data)) {
    const { isRight, form } = FORMS[key as keyof Parsed];
    if (isRight(value as JsonValue)) continue;
    const remedy = key === "fields" || key === "expand" ? notAsText(value) : "";
    details.push({ field: key, message: `${key} is ${form}${remedy}.` });
  }
  const { url } = data;
  if (typeof url === "string" && url.length > MAX_URL_LENGTH)
    details.push({ field: "url", message: `url has at most ${MAX_URL_LENGTH} characters.` });
  if (details.length > 0) throw refused(details);
  if (data.fields !== undefined && data.fields !== null) requireFieldList("fields", data.fields);
  if (Array.isArray(data.expand) && data.expand.length > 0) requireExpandList(data.expand);
  return data as Parsed;
}

function isText(value: JsonValue): boolean {
  return typeof value === "string" && value !== "";
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every(isText);
}

function refused(details: ErrorDetail[]): ApiError {
  return new ApiError("INVALID_BODY", details.map(({ message }) => message).join(" "), { details });
}
