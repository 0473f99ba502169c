import { WEBHOOK_PAYLOADS } from "@/lib/model";
import type { PayloadChoice } from "./webhook-fields";
import { PAYLOADS } from "./webhook-words";

export function payloadChoices(): PayloadChoice[] {
  return WEBHOOK_PAYLOADS.map((value) => ({ value, ...PAYLOADS[value] }));
}
