"use client";
/** What shows a new secret, for pages that create one. Load it before the secret is asked for: nobody could show it a second time. */
import { lazyWhenUsed } from "../ui/dialog/load-when-used";

export const SecretOnce = lazyWhenUsed(async () => (await import("./secret-once")).SecretOnce);
