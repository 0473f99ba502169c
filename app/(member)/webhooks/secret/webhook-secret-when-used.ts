"use client";
/** The same, for pages that create a secret. Load it before, because the secret cannot be shown a second time. */
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";

export const WebhookSecret = lazyWhenUsed(async () => (await import("./webhook-secret")).WebhookSecret);
