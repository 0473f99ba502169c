/** A certificate for `localhost`, signed by a certificate authority that nobody knows: files in a folder that all accounts can read. */
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import path from "node:path";

export type PrivateCa = { ca: string; certificate: string; key: string };

export function createPrivateCa(folder: string): PrivateCa {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const newKey = ["-newkey", "rsa:2048", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...newKey, "-subj", "/CN=A private CA", "-keyout", file("ca.key"), "-out", file("ca.crt"));
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const issuer = ["-CA", file("ca.crt"), "-CAkey", file("ca.key")];
  openssl("req", "-x509", ...newKey, ...names, ...issuer, "-keyout", file("server.key"), "-out", file("server.crt"));
  for (const name of ["ca.crt", "server.crt"]) chmodSync(file(name), 0o644);
  return { ca: file("ca.crt"), certificate: file("server.crt"), key: file("server.key") };
}
