/** Keeps what is typed or pasted between the shortcut and the moment at which the palette's field has the focus. */

export type EarlyInput = { text: string; entered: boolean };

/** Returns a function that ends it: until then, keys go nowhere else. `onEscape` is called for the key that closes the palette. */
export function keepEarlyKeys(onEscape: () => void): () => EarlyInput {
  const input: EarlyInput = { text: "", entered: false };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Enter") input.entered = true;
    else if (event.key === "Backspace") input.text = input.text.slice(0, -1);
    else if (event.key.length === 1) input.text += event.key;
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    input.text += event.clipboardData?.getData("text") ?? "";
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("paste", onPaste);
    return input;
  };
}
