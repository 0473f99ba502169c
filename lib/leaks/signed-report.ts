/**
 * Reports of leaked tokens in the format of GitHub's secret scanning: a JSON list, signed with ECDSA over P-256 and SHA-256. The
 * keys come from the operator's file `LEAK_REPORT_KEYS`, in the format in which GitHub publishes its own. Nothing is fetched.
 */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { env } from "../process/env";
import { runtime } from "../process/runtime";

const keysFile = z.object({
  public_keys: z.array(z.object({ key_identifier: z.string().min(1), key: z.string().min(1) })).min(1),
});

/**
 * Keyed by identifier; null if no such file is configured. Throws if the file cannot be used. It is read at startup, which then
 * fails.
 */
export const leakReportKeys = runtime.part("keys of leak reports", () => {
  const path = env().LEAK_REPORT_KEYS;
  if (path === undefined) return null;
  try {
    return parseKeys(readFileSync(path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? "it has no list public_keys" : (cause as Error).message;
    throw new Error(`LEAK_REPORT_KEYS names a file that cannot be used: ${reason}`, { cause });
  }
});

export function parseKeys(text: string): ReadonlyMap<string, KeyObject> {
  const { public_keys } = keysFile.parse(JSON.parse(text));
  return new Map(public_keys.map(({ key_identifier, key }) => [key_identifier, parseKey(key)]));
}

function parseKey(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("LEAK_REPORT_KEYS: a key is not of P-256");
  return key;
}

type SignedReport = { body: Uint8Array; identifier: string | null; signature: string | null };

export function isSigned({ body, identifier, signature }: SignedReport, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = identifier === null ? undefined : keys.get(identifier);
  if (key === undefined || signature === null || !/^[A-Za-z0-9+/]{80,140}={0,2}$/.test(signature)) return false;
  try {
    return verify("sha256", body, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

const report = z.array(z.looseObject({ token: z.string().max(1_000) })).max(10_000);

/** The reported texts; null if the body is not a report. */
export function parseReport(body: Uint8Array): string[] | null {
  try {
    return report.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))).map(({ token }) => token);
  } catch {
    return null;
  }
}
