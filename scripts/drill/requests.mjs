/** Requests of the clients, each with its outcome. */
import { setTimeout as pause } from "node:timers/promises";

const TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * The outcome of one request. Status 0: there was no response.
 * @typedef {{ way: string, isWrite: boolean, began: number, ended: number, status: number, isRepeat: boolean, data: any }} Outcome
 */

/** Sends for one token and notes each outcome. */
export class Requests {
  /** @type {Outcome[]} */
  outcomes = [];
  isStopping = false;

  constructor(origins, token) {
    this.origins = origins;
    this.token = token;
  }

  async send(way, method, path, { body, headers = {}, isRepeat = false } = /** @type {any} */ ({})) {
    const began = performance.now();
    const url = `${this.origins[way]}/api/v1/entities/${path}`;
    const { status, data } = await ask(url, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const outcome = { way, isWrite: method !== "GET", began, ended: performance.now(), status, isRepeat, data };
    this.outcomes.push(outcome);
    return outcome;
  }

  /** A POST with an idempotency key, repeated after longer and longer pauses until it is answered. Resolves to null if the drill ends before. */
  async post(way, path, body) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (let attempt = 0; ; attempt += 1) {
      const isRepeat = attempt > 0;
      const outcome = await this.send(way, "POST", path, { body, headers, isRepeat });
      if (outcome.status > 0 && outcome.status < 500 && outcome.status !== 429) return outcome;
      if (this.isStopping && isRepeat && performance.now() > this.latest) return null;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
  }

  /** No request is repeated for longer than this. */
  latest = Number.POSITIVE_INFINITY;

  stop() {
    this.isStopping = true;
    this.latest = performance.now() + 30_000;
  }
}

async function ask(url, options) {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return { status: response.status, data: text === "" ? null : JSON.parse(text).data };
  } catch {
    return { status: 0, data: null };
  }
}
