/** Writes a file whole or not at all: whoever reads it, and a crash, find the one before or the new one. */
import { open, rename, rm } from "node:fs/promises";

/** The size of what was written, in bytes. */
export async function replaceFile(file: string, texts: Iterable<string> | AsyncIterable<string>): Promise<number> {
  const draft = `${file}.new`;
  let bytes = 0;
  try {
    const handle = await open(draft, "w");
    try {
      for await (const text of texts) {
        await handle.writeFile(text);
        bytes += Buffer.byteLength(text);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return bytes;
}
