/** The token's own arithmetic, written a second time from contract § 2. */
import { crc32 } from "node:zlib";

export function withChecksum(body: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = crc32(body);
  let checksum = "";
  for (let place = 0; place < 6; place += 1) {
    checksum = `${digits[rest % 62]}${checksum}`;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

/** Well-formed, and not the secret of that id. */
export function wrongSecretFor(id: string): string {
  return withChecksum(`service_v1_${id}_${"0".repeat(43)}`);
}
