/**
 * Thrown where a write found that the token, its owner or the configuration is no longer what the request was admitted
 * with. The pipeline then admits the request anew, and the caller gets today's answer (contract § 2).
 */
export class AccessChanged extends Error {
  constructor() {
    super("The rights of this request changed while it ran.");
    this.name = "AccessChanged";
  }
}
