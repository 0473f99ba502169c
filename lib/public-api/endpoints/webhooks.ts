/** Handles requests about the webhooks of a token (docs/contract.md, Webhooks). */
import type { Caller } from "../../authentication/authenticate";
import type { Actor } from "../../events";
import { parseIfMatch } from "../../http/conditional-headers";
import { createWebhook } from "../../webhooks/create";
import { changeWebhook, removeWebhook, rotateKeys } from "../../webhooks/manage";
import { listAttempts, listShown, showWebhook, type WebhookView, whoseOf } from "../../webhooks/read";
import { replayWebhook } from "../../webhooks/replay";
import { BASE_PATH } from "../base-path";
import { parseReplayBody, parseWebhookBody, parseWebhookChanges } from "../input/webhook-body";
import { type Asked, type CallerRequest, type EndpointResult, jsonResult } from "./endpoint";

export async function list({ caller }: CallerRequest): Promise<EndpointResult> {
  return jsonResult({ items: await listShown(caller) });
}

export async function create({ caller, asked, dryRun }: CallerRequest): Promise<EndpointResult> {
  const given = parseWebhookBody(await asked.body.read());
  const { view, keys } = await createWebhook(caller, given, actorOf(caller, asked), dryRun);
  return { ...versioned({ ...view, ...keys }), status: 201, location: `${BASE_PATH}/webhooks/${view.id}` };
}

export async function read({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  return versioned(await showWebhook(caller, asked.webhookId));
}

export async function update({ caller, asked, dryRun }: CallerRequest): Promise<EndpointResult> {
  const target = { caller, id: asked.webhookId ?? "", ifMatch: parseIfMatch(asked.request.header("if-match")) };
  const given = async () => parseWebhookChanges(await asked.body.read());
  return versioned(await changeWebhook(target, given, actorOf(caller, asked), dryRun));
}

export async function remove({ caller, asked, dryRun }: CallerRequest): Promise<EndpointResult> {
  const id = asked.webhookId ?? "";
  const ifMatch = parseIfMatch(asked.request.header("if-match"));
  await removeWebhook({ whose: whoseOf(caller), id, ifMatch }, actorOf(caller, asked), dryRun);
  return jsonResult({ id, deleted: true });
}

/** Loaded apart, because no other request sends. A Node host loads it before its first request. */
export const loadTest = () => import("../../webhooks/test-delivery");

export async function test({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  const { testWebhook } = await loadTest();
  const { webhookId, request } = asked;
  const attempt = await testWebhook(caller, webhookId, actorOf(caller, asked), request.signal());
  const { outcome, status, milliseconds } = attempt;
  return jsonResult({ outcome, status, milliseconds });
}

export async function replay({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  const since = parseReplayBody(await asked.body.read());
  return jsonResult(await replayWebhook(caller, asked.webhookId ?? "", { since }, actorOf(caller, asked)));
}

export async function rotate({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  const { view, keys } = await rotateKeys(caller, asked.webhookId ?? "", actorOf(caller, asked));
  return jsonResult({ ...view, ...keys });
}

export async function listDeliveries({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  return jsonResult({ items: await listAttempts(caller, asked.webhookId) });
}

function versioned(webhook: WebhookView): EndpointResult {
  return { ...jsonResult(webhook), version: webhook.versionId };
}

/** For the audit log: the token acts as its owner. */
function actorOf(caller: Caller, { request }: Asked): Actor {
  return { actor: caller.member.email, address: request.address };
}
