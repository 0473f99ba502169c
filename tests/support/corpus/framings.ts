/**
 * Requests whose length can be read in two ways: both readings of each would leave a second request behind. Each is to be
 * one answer or none.
 */
const LENGTHS = [
  "HERE",
  "+HERE",
  "HERE, HERE",
  "HERE, 6",
  "0xHERE",
  "-1",
  "1e1",
  "99999999999999999999",
  "",
  "HERE\r\nContent-Length: 4",
  "HERE\t",
];
const ENCODINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding:chunked",
  "Transfer-Encoding: CHUNKED",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding : chunked",
  " Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
  "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: chunked;q=1",
  "Transfer_Encoding: chunked",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked",
  "Transfer-Encoding\0: chunked",
];
const SMUGGLED = "GET /api/v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

/** Bytes of whole requests to `POST path`. */
export function framings(path: string, host: string, token: string): string[] {
  const start = `POST /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const body = `0\r\n\r\n${SMUGGLED}`;
  return LENGTHS.flatMap((length) =>
    ENCODINGS.map((encoding) => {
      const stated = length.replaceAll("HERE", String(body.length));
      return `${start}Content-Length: ${stated}\r\n${encoding}\r\n\r\n${body}`;
    }),
  );
}
