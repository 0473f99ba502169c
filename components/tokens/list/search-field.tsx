"use client";
/**
 * Searches by name or hint, or finds the token that is pasted whole. Of that only the id goes on from here: the secret is
 * never in the field, the page's address, or a request.
 */
import { Search } from "lucide-react";
import { type ClipboardEvent, useId } from "react";
import { type Pasted, readPasted } from "@/lib/tokens/pasted";
import { controlClass } from "../../ui/controls/field";

type SearchFieldProps = {
  text: string;
  onSearch: (search: Pasted) => void;
  /** The field is left, or Enter pressed. */
  onLeave: () => void;
};

export function SearchField({ text, onSearch, onLeave }: SearchFieldProps) {
  const id = useId();

  const onPaste = (event: ClipboardEvent) => {
    const pasted = readPasted(event.clipboardData.getData("text"));
    if (pasted.kind === "text") return;
    // Not even for a moment, and not for Undo to bring back.
    event.preventDefault();
    onSearch(pasted);
  };
  return (
    <div className="relative min-w-[min(15rem,100%)] flex-1">
      <label htmlFor={id} className="sr-only">
        Search by name or hint, or paste a token
      </label>
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-quiet" />
      {/* No name, so that no form can send it; spelling may be checked by somebody else's server. */}
      <input
        id={id}
        type="search"
        value={text}
        onPaste={onPaste}
        onChange={(event) => onSearch(readSearch(event.target.value))}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === "Enter") onLeave();
        }}
        placeholder="Search, or paste a token"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={2000}
        className={`${controlClass} pl-9`}
      />
    </div>
  );
}

/** As typed: a space at the end is on its way to the next word. */
function readSearch(typed: string): Pasted {
  const read = readPasted(typed);
  return read.kind === "text" ? { kind: "text", text: typed } : read;
}
