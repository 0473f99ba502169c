"use client";
/** Copies a text. If the clipboard refuses, nothing counts as copied until the person has copied it by hand. */
import { Check, Copy } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Button } from "./button";
import { CopyByHand, type CopyOutcome, copyText } from "./copy-by-hand";

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "ref" | "onClick" | "children"> & {
  text: string;
  /** "Copy", or what it copies if that is not clear from the context. */
  label?: string;
  onCopied?: (() => void) | undefined;
};

export function CopyButton({ text, label = "Copy", onCopied, size = "small", ...button }: CopyButtonProps) {
  const control = useRef<HTMLButtonElement>(null);
  // The text that was copied rather than a flag: a different text is not copied yet.
  const [last, setLast] = useState<{ text: string; outcome: CopyOutcome } | null>(null);
  const outcome = last?.text === text ? last.outcome : null;

  const settle = (reached: CopyOutcome) => {
    setLast({ text, outcome: reached });
    if (reached === "copied") onCopied?.();
  };
  const copyByHand = () => {
    control.current?.focus();
    settle("copied");
  };
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-y-2">
      <Button {...button} ref={control} size={size} onClick={async () => settle(await copyText(text))}>
        {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        {label}
      </Button>
      <span role="status" className="not-empty:ml-2 text-quiet text-sm">
        {outcome === "copied" && "Copied"}
      </span>
      {outcome === "failed" && <CopyByHand text={text} onCopied={copyByHand} />}
    </span>
  );
}
