/** Describes responses about webhooks. */
import { z } from "zod";
import { WEBHOOK_PAYLOADS } from "../../model";
import { STOP_REASONS } from "../../webhooks/read";
import { component, uuid } from "./response";

const moment = z.iso.datetime();

const attempted = {
  outcome: z
    .enum(["delivered", "refused", "timeout", "tls", "dns", "status", "blocked"])
    .describe("`delivered` is a status of 2xx, `status` any other, `blocked` a host that nothing is sent to."),
  status: z.int().nullable().describe("null where no response came."),
  milliseconds: z.int(),
};

export const attempt = component("WebhookAttempt", attempted);

export const webhook = component("Webhook", {
  id: uuid,
  versionId: uuid.describe("The ETag is this value in quotes."),
  name: z.string(),
  url: z.string(),
  entityKey: z.string(),
  payload: z.enum(WEBHOOK_PAYLOADS),
  fields: z.array(z.string()).nullable(),
  expand: z.array(z.string()),
  state: z.enum(["active", "paused", "disabled"]),
  reason: z.enum(STOP_REASONS).nullable().describe("Why nothing is sent; null while it is active."),
  lag: z
    .object({
      changes: z.int().describe("Changes that have not been accepted, counted to 10,000."),
      more: z.boolean().describe("There are more than were counted."),
      seconds: z.int().describe("How long the first of them has waited."),
    })
    .nullable()
    .describe("null while the token cannot list the entity, and where the service has no time to count."),
  lastAttempt: z
    .object({ at: moment, ...attempted })
    .nullable()
    .describe("The last attempt to send changes. A test does not count: it is only among the deliveries."),
  nextAttempt: moment.nullable().describe("When a delivery that failed is tried again."),
  publicKey: z
    .string()
    .nullable()
    .describe("`whpk_…`: verifies the `v1a` signature of a delivery. null if the keys were lost: rotate them."),
  created: moment,
  updated: moment,
});

export const keyedWebhook = component("WebhookWithSecret", {
  ...webhook.shape,
  publicKey: z.string(),
  signingSecret: z.string().describe("`whsec_…`: verifies the `v1` signature. Returned here and never again."),
});

export const webhookList = component("WebhookList", { items: z.array(webhook) });

export const deletedWebhook = component("DeletedWebhook", { id: uuid, deleted: z.literal(true) });

export const webhookDeliveries = z
  .object({
    items: z.array(
      z.object({
        at: moment,
        messageId: z.string().describe("The header `webhook-id`."),
        kind: z.enum(["changes", "reset", "test"]),
        items: z.int(),
        ...attempted,
      }),
    ),
  })
  .describe("The last 100 attempts, newest first.")
  .meta({ id: "WebhookDeliveries" });
