"use client";
/** The alert dialog, loaded only when it is used. */
import { lazyWhenUsed } from "./load-when-used";

export const LazyAlertDialog = lazyWhenUsed(async () => (await import("./dialog")).AlertDialog);
