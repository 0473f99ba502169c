/** Writes a file completely or not at all: readers, also after a crash, find either the previous file or the new one. */
import { open, rename, rm } from "node:fs/promises";

/** Returns the number of bytes written. */
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
