/** Sends due deliveries, in each api process; a lease says which one sends. Attempts in flight hold no database connection. */
import { randomUUID } from "node:crypto";
import { BUDGETS, openBudget } from "../budgets";
import { currentEpoch } from "../changes/cursor";
import { log } from "../process/log";
import { runtime } from "../process/runtime";
import { writes } from "../process/writes";
import { giveBack, takeDue } from "../store/webhooks/due";
import type { WebhookRow } from "../store/webhooks/webhooks";
import { deliver } from "./deliver";
import { openReader } from "./read";

/** For webhooks that are due by time, and for changes made elsewhere. */
const LOOK_EVERY_MS = 1_250;
/** After a write through this process. Many writes share one look. */
const AFTER_WRITE_MS = 150;
/** After a delivery there may be another one. Several that end together share one look. */
const LOOK_AGAIN_MS = 20;
/** For reading and connecting. The attempt itself extends it. */
const LEASE_SECONDS = 20;
/** The pause after which a webhook is checked again whose token cannot list the entity. */
const HELD_SECONDS = 30;
/** If the database or this process is too busy to read the delivery. */
const AFTER_FAULT_SECONDS = 5;
/** Attempts in flight to one host. */
const OF_HOST = 10;
/** How long a stopping process waits for attempts in flight. */
const LAST_ATTEMPTS_MS = 10_000;

class Sender {
  private readonly inFlight = new Map<WebhookRow, Promise<void>>();
  private readonly reading = openBudget(BUDGETS.webhookReads);
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private nextLook = Number.POSITIVE_INFINITY;
  private isLooking = false;
  private isEnded = false;

  start(): void {
    this.lookIn(0);
    writes().on("written", () => this.lookIn(AFTER_WRITE_MS));
  }

  /** Sends until nothing is due or the time is over. For hosts that freeze their processes. */
  async sendFor(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    let some = 1;
    while (some > 0 && performance.now() < until) {
      // In flight before the look: a delivery that ends during it can leave another one due, which the look has not seen.
      some = this.inFlight.size + (await this.look());
      if (this.inFlight.size > 0) await Promise.race([...this.inFlight.values(), later(LOOK_EVERY_MS)]);
    }
    await Promise.race([this.allSent(), later(until - performance.now())]);
  }

  async end(): Promise<void> {
    this.isEnded = true;
    clearTimeout(this.timer);
    await Promise.race([this.allSent(), later(LAST_ATTEMPTS_MS)]);
    this.ending.abort(new Error("The process ends."));
    await this.allSent();
  }

  private async allSent(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  /** An earlier look stays. */
  private lookIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.isEnded || at >= this.nextLook) return;
    clearTimeout(this.timer);
    this.nextLook = at;
    this.timer = setTimeout(() => {
      this.nextLook = Number.POSITIVE_INFINITY;
      void this.look().finally(() => this.lookIn(LOOK_EVERY_MS));
    }, milliseconds).unref();
  }

  /** Returns how many webhooks it took. Never throws. */
  private async look(): Promise<number> {
    const most = BUDGETS.deliveries.process - this.inFlight.size;
    if (this.isLooking || this.isEnded || most <= 0) return 0;
    this.isLooking = true;
    try {
      const lease = randomUUID();
      const taken = await takeDue(lease, LEASE_SECONDS, await currentEpoch(), this.room(most));
      for (const webhook of taken) this.inFlight.set(webhook, this.send(webhook, lease));
      return taken.length;
    } catch (error) {
      log().warn({ error: String(error) }, "webhooks that are due could not be looked for");
      return 0;
    } finally {
      this.isLooking = false;
    }
  }

  private room(most: number) {
    const webhooks = [...this.inFlight.keys()];
    return {
      most,
      ofOrganization: BUDGETS.deliveries.organization,
      ofToken: BUDGETS.deliveries.token,
      ofHost: OF_HOST,
      organizations: countBy(webhooks, ({ organizationId }) => organizationId),
      tokens: countBy(webhooks, ({ tokenId }) => tokenId),
      hosts: countBy(webhooks, ({ url }) => new URL(url).host),
    };
  }

  private async send(webhook: WebhookRow, lease: string): Promise<void> {
    let isMore = false;
    try {
      const inTurn = <T>(work: () => Promise<T>) => this.inTurn(webhook, work);
      const reader = await inTurn(() => openReader(webhook));
      if (typeof reader === "string") await giveBack(webhook.id, lease, HELD_SECONDS);
      else isMore = await deliver(webhook, lease, reader, { signal: this.ending.signal, inTurn });
    } catch (error) {
      log().warn({ error: String(error), webhookId: webhook.id }, "a webhook could not be sent");
      // If this fails too, the lease ends by itself.
      await giveBack(webhook.id, lease, AFTER_FAULT_SECONDS).catch(() => {});
    }
    this.inFlight.delete(webhook);
    if (isMore) this.lookIn(LOOK_AGAIN_MS);
  }

  private async inTurn<T>({ organizationId, tokenId }: WebhookRow, work: () => Promise<T>): Promise<T> {
    const { signal } = this.ending;
    const release = await this.reading.acquire([organizationId, tokenId], {
      signal,
      refusal: () => new Error("There was no turn."),
    });
    try {
      return await work();
    } finally {
      release();
    }
  }
}

function countBy(webhooks: WebhookRow[], keyOf: (webhook: WebhookRow) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const webhook of webhooks) counts[keyOf(webhook)] = (counts[keyOf(webhook)] ?? 0) + 1;
  return counts;
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)).unref());
}

/** Runs until the runtime is closed. Hosts that freeze their processes use `sendDue` instead. */
export const keepSending = runtime.part(
  "webhooks",
  () => {
    const sender = new Sender();
    sender.start();
    return sender;
  },
  (sender) => sender.end(),
);

/** For processes that are frozen between requests. Sends for at most this long. */
export async function sendDue(milliseconds: number): Promise<void> {
  const sender = new Sender();
  await sender.sendFor(milliseconds);
  await sender.end();
}
