/** Code that is fetched at the first interaction and kept, so it is there when the server is down or has a new version. */
import { type ComponentType, lazy, Suspense, useState } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** A component that appears after an interaction. Once loaded it is rendered without `lazy`, which React shows 300 ms later. */
export function lazyWhenUsed<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<ComponentType<Props>> } {
  let loaded: ComponentType<object> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const get = () => {
    loading ??= load().then(
      (component) => {
        loaded = component as ComponentType<object>;
        return component;
      },
      (error: unknown) => {
        // The next call tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  onFirstSign(() => get().catch(() => {}));
  const Loading = lazy(async () => ({ default: (await get()) as ComponentType<object> }));
  function WhenUsed(props: Props) {
    const [Component] = useState(() => loaded ?? Loading);
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(WhenUsed, { load: get });
}

/** Calls `act` at the first interaction, which may have happened before. Returns a function that cancels it. */
export function onFirstSign(act: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  if (document.activeElement !== null && isFocusedByHand(document.activeElement)) {
    act();
    return () => {};
  }
  const waiting = new AbortController();
  const once = ({ type, target }: Event) => {
    if (type === "focusin" && !isFocusedByHand(target as Element)) return;
    waiting.abort();
    act();
  };
  for (const sign of SIGNS) window.addEventListener(sign, once, { signal: waiting.signal, passive: true });
  return () => waiting.abort();
}

/** Excludes the body, and the field with autofocus. */
function isFocusedByHand(element: Element): boolean {
  return element !== document.body && !element.matches("[autofocus]");
}
