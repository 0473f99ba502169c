/**
 * What a process has one of: its connections, limiters, caches and queues. Each room declares its own as a part, which is opened
 * when it is first asked for, and closed with the others when the process ends. They are kept on `globalThis`, because Next
 * loads a module once for each of its bundles.
 */

type Part = { value: unknown; close: () => Promise<void> };

const shared = globalThis as typeof globalThis & { publicRecordsRuntime?: Map<string, Part> };

export const runtime = {
  /** The way to a part: the same value for whoever asks, until the runtime is closed. `name` is no other part's. */
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

  /** Closes what is open, the last first: what came later may need what was there before. Asked again, parts are opened anew. */
  async close(): Promise<void> {
    const parts = [...(shared.publicRecordsRuntime?.values() ?? [])].reverse();
    shared.publicRecordsRuntime?.clear();
    const faults: unknown[] = [];
    for (const part of parts) await part.close().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, "Not everything could be closed.");
  },
};
