"use client";
/** Copies a text. If the clipboard refuses, nothing counts as copied until the person has copied it by hand. */
import { Check, Copy } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "./button";
import { useCopy } from "./copy-by-hand";

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "ref" | "onClick" | "children"> & {
  text: string;
  /** "Copy", or what it copies if that is not clear from the context. */
  label?: string;
  onCopied?: (() => void) | undefined;
};

export function CopyButton({ text, label = "Copy", onCopied, size = "small", ...button }: CopyButtonProps) {
  const control = useRef<HTMLButtonElement>(null);
  const { copy, copied, failed, byHand } = useCopy(() => {
    control.current?.focus();
    onCopied?.();
  });
  // A different text is not copied yet.
  const isCopied = copied === text;
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-y-2">
      <Button {...button} ref={control} size={size} icon={isCopied ? Check : Copy} onClick={() => copy(text)}>
        {label}
      </Button>
      <span role="status" className="not-empty:ml-2 text-quiet text-sm">
        {isCopied && "Copied"}
      </span>
      {failed === text && byHand}
    </span>
  );
}
