"use client";
/** Copies the code that is shown in the same element: of several variants, the visible one. */
import { Check, Copy } from "lucide-react";
import { useRef } from "react";
import { useCopy } from "../ui/controls/copy-by-hand";

/** The text in place of the shown code, such as one with a secret that is masked, and what to do once it is copied. */
export type Copied = { text: string; onCopied: () => void };

/** Place it in an element with `data-code`, whose lines wrap. `label`: what it copies. */
export function CopyCode({ label, copied: instead }: { label: string; copied?: Copied | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const { copy, copied, byHand } = useCopy(() => {
    button.current?.focus();
    instead?.onCopied();
  });
  const copyShown = () => {
    const shown = [...(button.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [])];
    copy(instead?.text ?? shown.find((code) => code.checkVisibility())?.textContent ?? "");
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        onClick={copyShown}
        className="grid size-8 shrink-0 place-items-center rounded-control text-quiet hover:bg-surface hover:text-ink print:hidden"
      >
        {copied === null ? <Copy aria-hidden className="size-4" /> : <Check aria-hidden className="size-4" />}
      </button>
      <span role="status" className="sr-only">
        {copied !== null && "Copied"}
      </span>
      {byHand}
    </>
  );
}
