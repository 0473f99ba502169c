/** A process's singletons, opened on first use, closed at its end. On `globalThis`, because Next loads modules once per bundle. */

type Part = { value: unknown; close: () => Promise<void> };

const shared = globalThis as typeof globalThis & { publicRecordsRuntime?: Map<string, Part> };

export const runtime = {
  /** Returns the same value to every caller until the runtime is closed. `name` must be unique. */
  part<T>(name: string, open: () => T, close: (value: T) => Promise<void> = async () => {}): () => T {
    return () => {
      shared.publicRecordsRuntime ??= new Map();
      const opened = shared.publicRecordsRuntime.get(name);
      if (opened !== undefined) return opened.value as T;
      const value = open();
      shared.publicRecordsRuntime.set(name, { value, close: () => close(value) });
      return value;
    };
  },

  /** Closes the parts in reverse order, because later ones can depend on earlier ones. A part opens again on its next use. */
  async close(): Promise<void> {
    const parts = [...(shared.publicRecordsRuntime?.values() ?? [])].reverse();
    shared.publicRecordsRuntime?.clear();
    const faults: unknown[] = [];
    for (const part of parts) await part.close().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, "Not everything could be closed.");
  },
};
