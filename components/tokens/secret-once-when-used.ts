"use client";
/** Shows a new secret. Load it before the secret is created, because it cannot be shown a second time. */
import { lazyWhenUsed } from "../ui/dialog/load-when-used";

export const SecretOnce = lazyWhenUsed(async () => (await import("./secret-once")).SecretOnce);
