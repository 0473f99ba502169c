/** A webhook of a token of Ada's, for tests of what is stored about it. Nothing sends to it by itself. */
import { type Caller, findCaller } from "@/lib/authentication/authenticate";
import { loadConfiguration } from "@/lib/configuration/load";
import type { Member, WebhookSettings } from "@/lib/model";
import { createWebhook } from "@/lib/webhooks/create";
import { newToken } from "../call-log/owned-token";

export async function newWebhook(
  owner: Member,
  given: Partial<WebhookSettings> = {},
): Promise<{ id: string; caller: Caller }> {
  const { id: tokenId } = await newToken(owner);
  const caller = await findCaller(tokenId, loadConfiguration);
  if (caller === null) throw new Error("The token has a caller.");
  const settings = { name: "A copy", url: "https://hooks.example.com/in", payload: "ids" as const };
  const { view } = await createWebhook(
    caller,
    { ...settings, fields: null, expand: [], paused: false, ...given, entityKey: "deals" },
    { actor: "test" },
    false,
  );
  return { id: view.id, caller };
}
