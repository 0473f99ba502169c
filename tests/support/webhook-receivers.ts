/** Receivers of webhooks that keep what they are sent, fail on purpose, and note every fault of the sender. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FeedItem, Mirror } from "./mirror";
import type { MemberName } from "./organization-file";

type Item = FeedItem | { type: "changed"; id: string; versionId: string };
type Delivery = { data: { webhookId: string; items: Item[]; reset: boolean } };

export type Subscription = {
  id: string;
  owner: MemberName;
  payload: "records" | "ids" | "signal";
};

const WAYS_TO_FAIL = ["500", "429", "reset", "redirect", "after applying"] as const;
/** Each takes 15 seconds, and one of the five places that an organization has. */
const SILENT = 0.002;

export const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

export class WebhookReceiver {
  /** The version of each record. */
  readonly versions = new Map<string, string>();
  /** The ids of deliveries, in their order. */
  readonly ids = new Set<string>();
  readonly faults: string[] = [];
  /** When the last delivery came, by `performance.now()`. */
  lastAt = 0;
  /** The share of deliveries that are not accepted. */
  failing = 0;
  private readonly updated = new Map<string, string>();
  private lastId = "";
  private isAccepted = true;
  private open = 0;

  /** `list` reads all that the owner can see, as a reset asks for. */
  constructor(
    readonly subscription: Subscription,
    private readonly list: () => Promise<Mirror>,
  ) {}

  async receive({ data }: Delivery, id: string, response: ServerResponse): Promise<void> {
    this.lastAt = performance.now();
    this.open += 1;
    response.on("close", () => (this.open -= 1));
    if (this.open > 1) this.faults.push("two at a time");
    this.noteOrder(id);
    if (Math.random() < this.failing) return this.fail(data, response);
    await this.apply(data);
    // The sender may have died meanwhile, and sends it again.
    this.isAccepted = !response.destroyed;
    response.writeHead(204).end();
  }

  private noteOrder(id: string): void {
    if (this.lastId === id) return;
    if (this.ids.has(id)) this.faults.push(`an id came back: ${id}`);
    if (!this.isAccepted) this.faults.push(`a delivery was left out before ${id}`);
    this.ids.add(id);
    this.lastId = id;
    this.isAccepted = false;
  }

  private async fail(data: Delivery["data"], response: ServerResponse): Promise<void> {
    if (Math.random() < SILENT) return;
    const way = pick(WAYS_TO_FAIL);
    if (way === "reset") return void response.socket?.resetAndDestroy();
    if (way === "429") return void response.writeHead(429, { "retry-after": "1" }).end();
    if (way === "redirect") return void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    if (way === "after applying") await this.apply(data);
    response.writeHead(500).end("no".repeat(1_000));
  }

  private async apply({ items, reset }: Delivery["data"]): Promise<void> {
    const { versions } = this;
    if (reset) {
      const { records } = await this.list();
      versions.clear();
      for (const [id, { versionId }] of records) versions.set(id, versionId);
      return;
    }
    for (const item of items) {
      if (item.type === "removed") versions.delete(item.id);
      else if ("record" in item) this.applyRecord(item.record);
      else versions.set(item.id, item.versionId);
    }
  }

  private applyRecord({ id, updated, versionId }: { id: string; updated: string; versionId: string }): void {
    if (this.subscription.payload !== "records") this.faults.push("a record where none was asked for");
    if ((this.updated.get(id) ?? "") > updated) this.faults.push(`${id} went back`);
    this.updated.set(id, updated);
    this.versions.set(id, versionId);
  }
}

/** Gives each delivery to the receiver of its webhook; others get 410 Gone. */
export async function passOn(
  receivers: ReadonlyMap<string, WebhookReceiver>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const piece of request) text += piece;
  const delivery = JSON.parse(text) as Delivery;
  const receiver = receivers.get(delivery.data.webhookId);
  if (receiver === undefined) return void response.writeHead(410).end();
  await receiver.receive(delivery, String(request.headers["webhook-id"]), response);
}
