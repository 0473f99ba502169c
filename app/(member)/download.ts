import { Readable } from "node:stream";

/** A response that the browser saves as a file. The content is read as it is sent: a long file is never entirely in memory. */
export function download(name: string, type: string, content: Iterable<Buffer> | AsyncIterable<string>): Response {
  const bytes = Readable.from(content, { objectMode: false });
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
