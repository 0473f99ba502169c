/** Handles requests about the webhooks of a token (docs/contract.md, Webhooks). */
import type { Actor } from "../../events";
import { parseIfMatch } from "../../http/conditional-headers";
import { createWebhook } from "../../webhooks/create";
import { changeWebhook, removeWebhook, rotateKeys } from "../../webhooks/manage";
import { listAttempts, listShown, showWebhook, type WebhookView, whoseOf } from "../../webhooks/read";
import { replayWebhook } from "../../webhooks/replay";
import { testWebhook } from "../../webhooks/test-delivery";
import { BASE_PATH } from "../base-path";
import { parseReplayBody, parseWebhookBody, parseWebhookChanges } from "../input/webhook-body";
import { type CallerRequest, type EndpointResult, jsonResult } from "./endpoint";

export async function list({ caller }: CallerRequest): Promise<EndpointResult> {
  return jsonResult({ items: await listShown(caller) });
}

export async function create(asked: CallerRequest, dryRun: boolean): Promise<EndpointResult> {
  const given = parseWebhookBody(await asked.body.read());
  const { view, keys } = await createWebhook(asked.caller, given, actorOf(asked), dryRun);
  const location = `${BASE_PATH}/webhooks/${view.id}`;
  return { ...versioned({ ...view, ...keys }), status: 201, location };
}

export const WEBHOOKS = {
  "webhooks.list": {
    ...OF_WEBHOOK,
    method: "GET",
    path: "/webhooks",
    safe: true,
    operationId: "getWebhooks",
    summary: "List webhooks",
    description: "Lists the webhooks of the token, in the order in which they were created. The list has no pages.",
    success: {
      status: 200,
      description: "The webhooks.",
      schema: schemas.webhookList,
      example: { items: [examples.webhook] },
    },
    checks: [],
    errors: [],
    handle: async ({ caller }) => jsonResult({ items: await listShown(caller) }),
  },
  "webhooks.create": {
    ...OF_WEBHOOK,
    method: "POST",
    path: "/webhooks",
    safe: false,
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "Sends the changes of an entity from now on, as the token can see them. Read the list once for what there is already.",
    parameters: { dryRun },
    body: {
      schema: webhookBody,
      examples: { webhook: { summary: "A webhook", value: { data: examples.newWebhook } } },
    },
    success: { status: 201, ...KEYED, headers: ["ETag", "Location"] },
    checks: ["shape", "entity", "verb", "webhooks"],
    errors: ["INVALID_BODY", "INVALID_FILTERS", "ENTITY_NOT_FOUND", "PERMISSION_DENIED", "FIELD_NOT_QUERYABLE"],
    handle: async ({ caller, request, body }, dryRun) => {
      const given = parseWebhookBody(await body.read());
      const { view, keys } = await createWebhook(caller, given, actorOf(caller, request), dryRun);
      return { ...versioned({ ...view, ...keys }), status: 201, location: `${BASE_PATH}/webhooks/${view.id}` };
    },
  },
  "webhooks.read": {
    ...OF_WEBHOOK,
    method: "GET",
    path: ONE,
    safe: true,
    operationId: "getWebhook",
    summary: "Get a webhook",
    description: "Returns a webhook of the token: what is sent where, and how far its receiver is.",
    success: { ...WEBHOOK, headers: ["ETag"] },
    checks: ["record"],
    errors: ["RECORD_NOT_FOUND"],
    handle: async ({ caller, webhookId }) => versioned(await showWebhook(caller, webhookId)),
  },
  "webhooks.update": {
    ...OF_WEBHOOK,
    method: "PATCH",
    path: ONE,
    safe: false,
    operationId: "updateWebhook",
    summary: "Change a webhook",
    description: "Changes the given properties. `paused` stops and continues; nothing is lost meanwhile.",
    parameters: { dryRun },
    headers: { "If-Match": IF_MATCH },
    body: {
      schema: webhookChangesBody,
      examples: { pause: { summary: "Pause it", value: { data: { paused: true } } } },
    },
    success: { ...WEBHOOK, headers: ["ETag"] },
    checks: ["record", "precondition", "shape", "version"],
    errors: [...VERSION_ERRORS, "INVALID_BODY", "INVALID_FILTERS", "ENTITY_NOT_FOUND", "FIELD_NOT_QUERYABLE"],
    handle: async ({ caller, request, body, webhookId }, dryRun) => {
      const ifMatch = parseIfMatch(request.header("if-match"));
      const given = async () => parseWebhookChanges(await body.read());
      const target = { caller, id: webhookId ?? "", ifMatch };
      return versioned(await changeWebhook(target, given, actorOf(caller, request), dryRun));
    },
  },
  "webhooks.delete": {
    ...OF_WEBHOOK,
    method: "DELETE",
    path: ONE,
    safe: false,
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description: "Deletes a webhook. A delivery that has begun may still arrive.",
    parameters: { dryRun },
    headers: { "If-Match": IF_MATCH },
    success: {
      status: 200,
      description: "The webhook was deleted.",
      schema: schemas.deletedWebhook,
      example: { id: examples.WEBHOOK_ID, deleted: true },
    },
    checks: ["record", "precondition", "version"],
    errors: [...VERSION_ERRORS, "INVALID_FILTERS"],
    handle: async ({ caller, request, webhookId }, dryRun) => {
      const ifMatch = parseIfMatch(request.header("if-match"));
      const target = { whose: whoseOf(caller), id: webhookId ?? "", ifMatch };
      await removeWebhook(target, actorOf(caller, request), dryRun);
      return jsonResult({ id: webhookId, deleted: true });
    },
  },
  "webhooks.test": {
    ...OF_WEBHOOK,
    method: "POST",
    path: `${ONE}/test`,
    safe: false,
    waits: true,
    operationId: "testWebhook",
    summary: "Send a test",
    description: "Sends one signed delivery without items now, whatever the state, and returns what came back.",
    success: { status: 200, description: "What came back.", schema: schemas.attempt, example: examples.attempt },
    checks: ["record", "turn"],
    errors: ["RECORD_NOT_FOUND"],
    handle: async ({ caller, request, webhookId }) => {
      const attempt = await testWebhook(caller, webhookId, actorOf(caller, request), request.signal());
      const { outcome, status, milliseconds } = attempt;
      return jsonResult({ outcome, status, milliseconds });
    },
  },
  "webhooks.replay": {
    ...OF_WEBHOOK,
    method: "POST",
    path: `${ONE}/replay`,
    safe: false,
    operationId: "replayWebhook",
    summary: "Replay changes",
    description: "Sets the cursor back: everything that changed since the given moment is sent again.",
    body: {
      schema: replayBody,
      examples: { day: { summary: "Since a moment", value: { data: { since: "2026-01-31T09:30:00Z" } } } },
    },
    success: WEBHOOK,
    checks: ["shape", "record", "entity", "verb"],
    errors: ["INVALID_BODY", "RECORD_NOT_FOUND", "ENTITY_NOT_FOUND", "PERMISSION_DENIED"],
    handle: async ({ caller, request, body, webhookId }) => {
      const since = parseReplayBody(await body.read());
      return jsonResult(await replayWebhook(caller, webhookId ?? "", { since }, actorOf(caller, request)));
    },
  },
  "webhooks.rotate": {
    ...OF_WEBHOOK,
    method: "POST",
    path: `${ONE}/rotate`,
    safe: false,
    operationId: "rotateWebhook",
    summary: "Rotate the secret",
    description: "Makes new keys. For 24 hours deliveries are signed with both, so that receivers can change over.",
    success: { status: 200, ...KEYED },
    checks: ["record"],
    errors: ["RECORD_NOT_FOUND"],
    handle: async ({ caller, request, webhookId }) => {
      const { view, keys } = await rotateKeys(caller, webhookId ?? "", actorOf(caller, request));
      return jsonResult({ ...view, ...keys });
    },
  },
  "webhooks.deliveries": {
    ...OF_WEBHOOK,
    method: "GET",
    path: `${ONE}/deliveries`,
    safe: true,
    operationId: "getWebhookDeliveries",
    summary: "List deliveries",
    description: "Lists the last 100 attempts, newest first, and the status of each response.",
    success: {
      status: 200,
      description: "The attempts.",
      schema: schemas.webhookDeliveries,
      example: { items: [examples.webhookDelivery] },
    },
    checks: ["record"],
    errors: ["RECORD_NOT_FOUND"],
    handle: async ({ caller, webhookId }) => jsonResult({ items: await listAttempts(caller, webhookId) }),
  },
} satisfies Record<string, CallerRow>;

function versioned(webhook: WebhookView): EndpointResult {
  return { ...jsonResult(webhook), version: webhook.versionId };
}

/** For the audit log: the token acts as its owner. */
function actorOf({ caller, request }: CallerRequest): Actor {
  return { actor: caller.member.email, address: request.address };
}
