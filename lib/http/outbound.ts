/** The only way to send to URLs that users name. Targets are public or in WEBHOOKS_PRIVATE_HOSTS; responses are bounded. */
import { env } from "../process/env";
import { connectionOptions, type Resolve, resolvePublic } from "./outbound-connection";
import { exchange, failed, type Result } from "./outbound-exchange";
import { checkTarget, type TargetKind } from "./outbound-target";

export type Attempt = Result & { milliseconds: number };

type OutboundPost = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The organization's hosts: `hooks.example.com`, `*.example.com`. Null allows all. */
  allowedHosts: readonly string[] | null;
  /** Ends the attempt early, as a timeout. */
  signal: AbortSignal;
};

/** `mayBegin` is asked once the connection is there, before the first byte is sent. If it says no, nothing is sent. */
type WithdrawablePost = OutboundPost & { mayBegin: () => Promise<boolean> };

/** Tests set them. `ca` is an authority to trust instead of the usual ones. */
export type OutboundOptions = {
  privateHosts: readonly string[];
  connectMs: number;
  attemptMs: number;
  resolve: Resolve;
  ca: string | undefined;
};

const CONNECT_MS = 5_000;
const ATTEMPT_MS = 15_000;

/** Never rejects, except with the error of `mayBegin`, and on programming errors such as invalid header names. */
export async function postOutbound(
  post: WithdrawablePost,
  options?: Partial<OutboundOptions>,
): Promise<Attempt | "withdrawn">;
export async function postOutbound(post: OutboundPost, options?: Partial<OutboundOptions>): Promise<Attempt>;
export async function postOutbound(
  post: OutboundPost & Partial<WithdrawablePost>,
  options: Partial<OutboundOptions> = {},
): Promise<Attempt | "withdrawn"> {
  const started = performance.now();
  const result = await attempt(post, { ...ownOptions(), ...options });
  return result === "withdrawn" ? result : { ...result, milliseconds: Math.round(performance.now() - started) };
}

/** Null, or a sentence that says what is wrong with the URL and what to do. It looks nothing up. */
export function faultOfTarget(url: string, allowedHosts: readonly string[] | null): string | null {
  return checkTarget(url, allowedHosts, env().WEBHOOKS_PRIVATE_HOSTS).fault;
}

/** For logs and pages: without query, fragment and credentials. */
export function shownTarget(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function ownOptions(): OutboundOptions {
  return {
    privateHosts: env().WEBHOOKS_PRIVATE_HOSTS,
    connectMs: CONNECT_MS,
    attemptMs: ATTEMPT_MS,
    resolve: resolvePublic,
    ca: undefined,
  };
}

async function attempt(
  post: OutboundPost & Partial<WithdrawablePost>,
  options: OutboundOptions,
): Promise<Result | "withdrawn"> {
  const target = checkTarget(post.url, post.allowedHosts, options.privateHosts);
  if (target.fault !== null) return failed("blocked");
  if (post.signal.aborted) return failed("timeout");
  const ending = new AbortController();
  const end = () => ending.abort();
  const whole = setTimeout(end, options.attemptMs);
  post.signal.addEventListener("abort", end);
  try {
    const first = await tryOnce(target, post, { ...options, isNew: false }, ending);
    if (first !== "stale") return first;
    const second = await tryOnce(target, post, { ...options, isNew: true }, ending);
    return second === "stale" ? failed("refused") : second;
  } finally {
    clearTimeout(whole);
    post.signal.removeEventListener("abort", end);
  }
}

type Target = { url: URL; kind: TargetKind };

/** "stale": the connection was kept from an earlier request, and the receiver has closed it. */
async function tryOnce(
  target: Target,
  post: OutboundPost & Partial<WithdrawablePost>,
  options: OutboundOptions & { isNew: boolean },
  ending: AbortController,
): Promise<Result | "withdrawn" | "stale"> {
  const { signal } = ending;
  const connecting = setTimeout(() => ending.abort(), options.connectMs);
  try {
    const connection = connectionOptions(target.kind, options);
    return await exchange(target.url, post, { ...connection, signal }, () => clearTimeout(connecting));
  } finally {
    clearTimeout(connecting);
  }
}
