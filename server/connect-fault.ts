/** Says how to cure a failed connection to the database. Omits the address, which has a password. */

/** Matched against the code and the message of Node, of the driver, or of PostgreSQL. Node's name neither setting nor file. */
const CURES: [RegExp, string][] = [
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)):/,
    "Node does not know the authority that signed its certificate. Name the file with that authority's certificate: sslrootcert=/path/ca.crt in DATABASE_URL, or NODE_EXTRA_CA_CERTS=/path/ca.crt in the environment.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID:/,
    "Its certificate is for another host. Use a name of the certificate as the host in DATABASE_URL.",
  ],
  [/^CERT_HAS_EXPIRED:/, "Its certificate has expired. Renew it on the database server."],
  [/does not support SSL connections/, "Switch TLS on at the database server, or leave sslmode out of DATABASE_URL."],
  [/no pg_hba\.conf entry .*no encryption/, "If it requires TLS, add sslmode=verify-full to DATABASE_URL."],
];

export function describeConnectFault(error: unknown): string {
  // Node combines the failures of a host's several addresses in an error without a message.
  if (error instanceof AggregateError) return error.errors.map(describeConnectFault).join("; ");
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (path !== undefined && syscall === "open")
    return `${path} cannot be read (${code}). sslrootcert, sslcert and sslkey in DATABASE_URL name files.`;
  const cure = CURES.find(([fault]) => fault.test(`${code}: ${error.message}`))?.[1];
  return cure === undefined ? error.message : `${error.message.replace(/\.$/, "")}. ${cure}`;
}
