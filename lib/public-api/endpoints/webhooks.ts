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
  return { ...versioned({ ...view, ...keys }), status: 201, location: `${BASE_PATH}/webhooks/${view.id}` };
}

export async function read({ caller, webhookId }: CallerRequest): Promise<EndpointResult> {
  return versioned(await showWebhook(caller, webhookId));
}

export async function update(asked: CallerRequest, dryRun: boolean): Promise<EndpointResult> {
  const { caller, request, body, webhookId } = asked;
  const ifMatch = parseIfMatch(request.header("if-match"));
  const given = async () => parseWebhookChanges(await body.read());
  return versioned(await changeWebhook({ caller, id: webhookId ?? "", ifMatch }, given, actorOf(asked), dryRun));
}

export async function remove(asked: CallerRequest, dryRun: boolean): Promise<EndpointResult> {
  const { caller, request, webhookId } = asked;
  const ifMatch = parseIfMatch(request.header("if-match"));
  await removeWebhook({ whose: whoseOf(caller), id: webhookId ?? "", ifMatch }, actorOf(asked), dryRun);
  return jsonResult({ id: webhookId, deleted: true });
}

export async function test(asked: CallerRequest): Promise<EndpointResult> {
  const { caller, webhookId, request } = asked;
  const { outcome, status, milliseconds } = await testWebhook(caller, webhookId, actorOf(asked), request.signal());
  return jsonResult({ outcome, status, milliseconds });
}

export async function replay(asked: CallerRequest): Promise<EndpointResult> {
  const since = parseReplayBody(await asked.body.read());
  return jsonResult(await replayWebhook(asked.caller, asked.webhookId ?? "", { since }, actorOf(asked)));
}

export async function rotate(asked: CallerRequest): Promise<EndpointResult> {
  const { view, keys } = await rotateKeys(asked.caller, asked.webhookId ?? "", actorOf(asked));
  return jsonResult({ ...view, ...keys });
}

export async function listDeliveries({ caller, webhookId }: CallerRequest): Promise<EndpointResult> {
  return jsonResult({ items: await listAttempts(caller, webhookId) });
}

function versioned(webhook: WebhookView): EndpointResult {
  return { ...jsonResult(webhook), version: webhook.versionId };
}

/** For the audit log: the token acts as its owner. */
function actorOf({ caller, request }: CallerRequest): Actor {
  return { actor: caller.member.email, address: request.address };
}
