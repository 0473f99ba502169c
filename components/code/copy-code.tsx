"use client";
/** Copies the code that is shown in the same element: of several variants, the visible one. */
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { CopyByHand, type CopyOutcome, copyText } from "../ui/controls/copy-by-hand";

/** The text in place of the shown code, such as one with a secret that is masked, and what to do once it is copied. */
export type Copied = { text: string; onCopied: () => void };

/** Place it in an element with `data-code`, whose lines wrap. `label`: what it copies. */
export function CopyCode({ label, copied }: { label: string; copied?: Copied | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState<{ text: string; outcome: CopyOutcome } | null>(null);

  const settle = (text: string, outcome: CopyOutcome) => {
    setLast({ text, outcome });
    if (outcome === "copied") copied?.onCopied();
  };
  const copy = async () => {
    const shown = [...(button.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [])];
    const text = copied?.text ?? shown.find((code) => code.checkVisibility())?.textContent ?? "";
    settle(text, await copyText(text));
  };
  const copyByHand = (text: string) => {
    button.current?.focus();
    settle(text, "copied");
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        onClick={copy}
        className="grid size-8 shrink-0 place-items-center rounded-control text-quiet hover:bg-surface hover:text-ink print:hidden"
      >
        {last?.outcome === "copied" ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
      </button>
      <span role="status" className="sr-only">
        {last?.outcome === "copied" && "Copied"}
      </span>
      {last?.outcome === "failed" && (
        <CopyByHand key={last.text} text={last.text} onCopied={() => copyByHand(last.text)} />
      )}
    </>
  );
}
