"use client";
/** The dialog that asks before something that cannot be undone, for pages that need not begin with its code. */
import { lazyWhenUsed } from "./load-when-used";

export const ConfirmDialog = lazyWhenUsed(async () => (await import("./dialog")).ConfirmDialog);
