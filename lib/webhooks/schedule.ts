/** When a delivery that failed is tried again, and when the service gives up. Pure. */
import { DAY_SECONDS, HOUR_SECONDS } from "../time/durations";

const MINUTE_SECONDS = 60;
/** The pause after the first failure, the second, and so on; after that once a day. */
const PAUSES_SECONDS = [
  5,
  MINUTE_SECONDS,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
  14 * HOUR_SECONDS,
];
/** Each pause is up to so much longer or shorter, so that receivers that fail together do not return together. */
const JITTER = 0.1;

const GONE = 410;
const TOLD_AFTER_SECONDS = DAY_SECONDS;
const DISABLED_AFTER_SECONDS = 5 * DAY_SECONDS;

/** `failures` counts earlier ones of the same delivery. `failingSeconds` is how long no attempt has been accepted. */
type Failed = {
  failures: number;
  failingSeconds: number;
  status: number | null;
  /** Only lengthens the pause: a receiver that always asks for 0 seconds must not be tried without a pause. */
  retryAfterSeconds: number | null;
};

type Consequence = {
  retryInSeconds: number;
  disabled: "GONE" | "FAILING" | null;
  /** Long enough that the owner should know. */
  isWorthTelling: boolean;
};

/** `random` is from 0 to 1. */
export function afterFailure(
  { failures, failingSeconds, status, retryAfterSeconds }: Failed,
  random = Math.random(),
): Consequence {
  const pause = PAUSES_SECONDS[failures] ?? DAY_SECONDS;
  const varied = pause * (1 + JITTER * (2 * random - 1));
  return {
    retryInSeconds: Math.max(varied, retryAfterSeconds ?? 0),
    disabled: status === GONE ? "GONE" : failingSeconds >= DISABLED_AFTER_SECONDS ? "FAILING" : null,
    isWorthTelling: failingSeconds >= TOLD_AFTER_SECONDS,
  };
}
