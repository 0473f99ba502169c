"use client";
/** Copies, or offers the text where the browser refuses. Pages on plain http have no clipboard, except on localhost. */
import { lazyWhenUsed } from "../dialog/load-when-used";

export type CopyOutcome = "copied" | "failed";

export async function copyText(text: string): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}

export const CopyByHand = lazyWhenUsed(async () => (await import("./copy-by-hand")).CopyByHand);
