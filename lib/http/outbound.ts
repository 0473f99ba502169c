/** The only way out of the service: requests to addresses that its users name. */

/** "delivered" is a status from 200 to 299, "status" any other. */
export type Outcome = "delivered" | "refused" | "timeout" | "tls" | "dns" | "status" | "blocked";

export type Attempt = {
  outcome: Outcome;
  status: number | null;
  milliseconds: number;
  retryAfterSeconds: number | null;
};

export type OutboundPost = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Of the organisation; null allows all. */
  allowedHosts: readonly string[] | null;
  /** Ends the attempt early, as a timeout. */
  signal: AbortSignal;
};

/** Never rejects, except on programming errors. */
export async function postOutbound(_target: OutboundPost): Promise<Attempt> {
  return { outcome: "blocked", status: null, milliseconds: 0, retryAfterSeconds: null };
}

/** Null, or a sentence that says what is wrong with the URL and what to do. It looks nothing up. */
export function faultOfTarget(_url: string, _allowedHosts: readonly string[] | null): string | null {
  return null;
}

/** For logs and pages: without query, fragment and credentials. */
export function shownTarget(url: string): string {
  return url;
}
