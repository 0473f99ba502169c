"use client";
/** Copies, or offers the text where the browser refuses. Pages on plain http have no clipboard, except on localhost. */
import clsx from "clsx";
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { controlClass } from "./control-class";

type Copying = {
  copy: (text: string) => Promise<void>;
  /** The text that was copied last; null if none was, or the last one could not be. */
  copied: string | null;
  /** The text that could not be copied; null if none. */
  failed: string | null;
  /** Render it where that text can be copied by hand. */
  byHand: ReactNode;
};

/** `onCopied`: called once the person has the text, however. */
export function useCopy(onCopied?: (text: string) => void): Copying {
  const [last, setLast] = useState<{ text: string; isCopied: boolean } | null>(null);
  const settle = (text: string, isCopied: boolean) => {
    setLast({ text, isCopied });
    if (isCopied) onCopied?.(text);
  };
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      settle(text, true);
    } catch {
      settle(text, false);
    }
  };
  const failed = last?.isCopied === false ? last.text : null;
  const byHand = failed !== null && <CopyByHand key={failed} text={failed} onCopied={() => settle(failed, true)} />;
  return { copy, copied: last?.isCopied ? last.text : null, failed, byHand };
}

const MOST_ROWS = 6;
/** In characters, of a field in a dialog. */
const ROW_LENGTH = 60;

/** About as many as the text needs. */
function countRows(text: string): number {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / ROW_LENGTH)), 0);
  return Math.min(rows, MOST_ROWS);
}

/** The text itself, selected, even if the page shows it masked. Only the whole text counts as copied. */
function CopyByHand({ text, onCopied }: { text: string; onCopied: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const onCopy = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== 0 || selectionEnd !== text.length) return;
    // The field is removed before the browser would copy from it.
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    onCopied();
  };
  return (
    <label className="grid min-w-0 basis-full gap-1 text-left font-normal text-quiet text-sm">
      Press Ctrl+C, or ⌘C on a Mac: this browser does not let a page copy.
      <textarea
        ref={field}
        readOnly
        // Also keeps the browser from storing the text with the page.
        autoComplete="off"
        spellCheck={false}
        rows={countRows(text)}
        value={text}
        onCopy={onCopy}
        className={clsx(controlClass, "resize-y font-mono")}
      />
    </label>
  );
}
