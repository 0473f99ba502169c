/**
 * Code that a page does not begin with, and that any use of it can lead to: fetched at the first sign of somebody, and kept. It is there
 * when it is asked for, also after a long pause, in which the server may have gone or moved on.
 */
import { type ComponentType, lazy, Suspense } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Answers the code. Rejects where it cannot be had; the next call asks for it again. */
function loadWhenUsed<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | null = null;
  const get = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  onFirstSign(() => get().catch(() => {}));
  return get;
}

/** A component that appears when somebody does something, and nothing until its code is there. */
export function lazyWhenUsed<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<ComponentType<Props>> } {
  const get = loadWhenUsed(load);
  const Loaded = lazy(async () => ({ default: (await get()) as ComponentType<object> }));
  function WhenUsed(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return Object.assign(WhenUsed, { load: get });
}

/** Of a hand on the page, which may have come before this code. Returns what stops waiting for it. */
export function onFirstSign(act: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  if (document.activeElement !== null && document.activeElement !== document.body) {
    act();
    return () => {};
  }
  const waiting = new AbortController();
  const once = () => {
    waiting.abort();
    act();
  };
  for (const sign of SIGNS) window.addEventListener(sign, once, { signal: waiting.signal, passive: true });
  return () => waiting.abort();
}
