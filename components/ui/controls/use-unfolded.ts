"use client";
/** Tracks whether a `<details>` is open, for what is rendered only then. */
import { type RefCallback, type ToggleEventHandler, useCallback, useState } from "react";

type Unfolded = { isOpen: boolean; details: { ref: RefCallback<HTMLDetailsElement>; onToggle: ToggleEventHandler } };

/** It may have been opened before the page's scripts handled events: the element knows then, and no event is fired. */
export function useUnfolded(initially = false): Unfolded {
  const [isOpen, setOpen] = useState(initially);
  const ref = useCallback((details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true);
  }, []);
  const onToggle: ToggleEventHandler<HTMLDetailsElement> = ({ target, currentTarget }) => {
    // React also reports events of elements within it.
    if (target === currentTarget) setOpen(currentTarget.open);
  };
  return { isOpen, details: { ref, onToggle } };
}
