"use client";
/** The confirm dialog, loaded only when it is used. */
import type { ComponentType } from "react";
import { lazyWhenUsed } from "../ui/dialog/load-when-used";
import type { ConfirmDialog } from "./confirm-dialog";

const load = async () => (await import("./confirm-dialog")).ConfirmDialog as ComponentType<object>;

export const LazyConfirmDialog = lazyWhenUsed(load) as unknown as typeof ConfirmDialog;
