/**
 * Sends many hostile requests to a service of its own and checks every answer: never 5xx, always the envelope and a request
 * id, never slow. The answers to normal requests, and the memory of the process, are compared before and after.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type Answer, type Call, send } from "./http";
import { expectAnswerRules } from "./response-rules";

export type Sent = { call: Call; answer: Answer; milliseconds: number };

/** As many at once as a small pool of connections serves well: more would only wait for each other. */
const AT_ONCE = 8;
/** The time that an answer may take on a machine that does other work too; answers slower than `SLOW_MS` are reported. */
const MAX_MS = 5_000;
const SLOW_MS = 1_000;

/** Fails at the first answer that breaks a rule, with the request that it answers. */
export async function sendAll(
  origin: string,
  calls: readonly Call[],
  judge: (sent: Sent) => void = () => {},
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  const work = async () => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const done = await sendOne(origin, call);
      judge(done);
      sent.push(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const slow = sent.filter(({ milliseconds }) => milliseconds > SLOW_MS);
  if (slow.length > 0)
    console.warn(`${slow.length} of ${sent.length} answers took over a second, the first: ${tell(slow[0]?.call)}`);
  return sent;
}

async function sendOne(origin: string, call: Call): Promise<Sent> {
  const started = performance.now();
  const answer = await send(origin, call).catch((error: unknown) => {
    throw new Error(`No answer to ${tell(call)}`, { cause: error });
  });
  const milliseconds = performance.now() - started;
  try {
    expect(answer.status).toBeLessThan(500);
    expect(milliseconds).toBeLessThan(MAX_MS);
    // Unknown paths are answered before there are any limits to report.
    expectAnswerRules(withoutEchoes(answer), call, "before the gate");
  } catch (error) {
    throw new Error(`${tell(call)} → ${answer.status} ${answer.text.slice(0, 300)}`, { cause: error });
  }
  return { call, answer, milliseconds };
}

/**
 * An error repeats the request id, and in quotes names that the caller wrote, which here may well look like SQL: those are
 * left out when the text of an answer is searched.
 */
function withoutEchoes(answer: Answer): Answer {
  const error = (answer.json as { error?: PublicError } | undefined)?.error;
  if (error === undefined) return answer;
  const message = error.message.replace(/"[^"]*"/g, '""');
  const text = [error.code, message, ...(error.details ?? []).map((detail) => detail.message)].join("\n");
  return { ...answer, json: { error: { ...error, message } }, text };
}

type PublicError = { code: string; message: string; requestId: string; details?: { field: string; message: string }[] };

export function tell(call: Call | undefined): string {
  const { token: _, body, ...rest } = call ?? { path: "" };
  const text = body === undefined ? "" : ` body ${JSON.stringify(String(body).slice(0, 300))}`;
  return JSON.stringify(rest).slice(0, 600) + text;
}

/** The answers to the calls, without counters and times. */
export async function answersTo(origin: string, calls: readonly Call[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const call of calls) {
    const { status, headers, text } = await send(origin, { ...call, headers: { "x-request-id": "a normal request" } });
    const kept = Object.entries(headers).filter(([name]) => !/^(date|x-ratelimit-|ratelimit)/.test(name));
    answers.push({ status, headers: kept, text });
  }
  return answers;
}

/** Resident memory of a process. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== "linux")
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) / 1024;
  const line = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}
