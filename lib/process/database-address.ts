/**
 * The address of the database. It may name several hosts, as libpq means them:
 * `postgres://user@a,b:5433/db?target_session_attrs=read-write`.
 */

/** Before the hosts, the hosts, and what follows them. Passwords may contain `@`. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const OF_A_PRIMARY = new Set(["read-write", "primary"]);

/** One address for each host. */
export function addressesOf(url: string): string[] {
  const [, before, hosts = "", after] = ADDRESS.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => `${before}${host}${after}`) : [url];
}

/** Whether connections have to accept writes (`target_session_attrs`). */
export function isOfPrimary(url: string): boolean {
  const [address] = addressesOf(url);
  return OF_A_PRIMARY.has(new URL(address as string).searchParams.get("target_session_attrs") ?? "");
}

export function isDatabaseAddress(url: string): boolean {
  return addressesOf(url).every((address) => ADDRESS.test(address) && URL.canParse(address));
}

/** Several hosts are a primary and its standbys, so the address has to ask for the primary. */
export function saysWhichHost(url: string): boolean {
  return addressesOf(url).length === 1 || isOfPrimary(url);
}
