"use client";
/** The confirm dialog for actions that cannot be undone, loaded only when it is used. */
import { lazyWhenUsed } from "./load-when-used";

export const ConfirmDialog = lazyWhenUsed(async () => (await import("./dialog")).ConfirmDialog);
