"use client";
/** Shows a webhook's secret. Load it before the secret is created, because the secret cannot be shown a second time. */
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";

export const WebhookSecret = lazyWhenUsed(async () => (await import("./webhook-secret")).WebhookSecret);
