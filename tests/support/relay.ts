/**
 * A TCP relay in front of a server (PostgreSQL, Redis), so that a test can take the server away, silence it, slow it down
 * or lose one of its answers, and then restore it.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Relay = {
  /** The server's address by way of the relay. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut: () => void;
  /** Nothing passes any more, and nothing breaks, as when a route is lost. New connections are accepted, then ignored. */
  hang: () => void;
  /** Every packet takes that long in each direction. */
  delay: (milliseconds: number) => void;
  /**
   * Passes the next request that contains `text` on, and breaks its connection when the server answers: the work is done,
   * and nobody is told. Resolves when that has happened.
   */
  loseAnswerTo: (text: string) => Promise<void>;
  /** Ends all of the above. Whatever was held back arrives. */
  restore: () => void;
  connections: () => number;
  stop: () => Promise<void>;
};

type Link = { inbound: Socket; outbound: Socket; losesAnswer: boolean };
type Loss = { text: string; happened: () => void };

export async function startRelay(serverUrl: string): Promise<Relay> {
  const target = new URL(serverUrl);
  const links = new Set<Link>();
  let state: "open" | "cut" | "hanging" = "open";
  let delayMs = 0;
  let loss: Loss | null = null;

  const server = createServer((inbound) => {
    if (state === "cut") return inbound.destroy();
    const link: Link = {
      inbound,
      outbound: connect(Number(target.port || 5432), target.hostname),
      losesAnswer: false,
    };
    links.add(link);
    forward(inbound, link.outbound, (chunk) => {
      if (loss !== null && chunk.includes(loss.text)) link.losesAnswer = true;
      return "pass";
    });
    forward(link.outbound, inbound, () => {
      if (!link.losesAnswer) return "pass";
      loss?.happened();
      loss = null;
      return "break";
    });
    for (const socket of [inbound, link.outbound]) {
      socket.on("error", () => breakLink(link));
      socket.on("close", () => breakLink(link));
      if (state === "hanging") socket.pause();
    }
  });

  function forward(from: Socket, to: Socket, inspect: (chunk: Buffer) => "pass" | "break"): void {
    from.on("data", (chunk: Buffer) => {
      if (inspect(chunk) === "break") return void from.destroy();
      if (delayMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), delayMs);
    });
  }

  function breakLink(link: Link): void {
    links.delete(link);
    link.inbound.destroy();
    link.outbound.destroy();
  }

  function cut(): void {
    state = "cut";
    for (const link of links) breakLink(link);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut,
    hang: () => {
      state = "hanging";
      for (const { inbound, outbound } of links) for (const socket of [inbound, outbound]) socket.pause();
    },
    delay: (milliseconds) => {
      delayMs = milliseconds;
    },
    loseAnswerTo: (text) =>
      new Promise((resolve) => {
        loss = { text, happened: resolve };
      }),
    restore: () => {
      state = "open";
      delayMs = 0;
      loss = null;
      for (const { inbound, outbound } of links) for (const socket of [inbound, outbound]) socket.resume();
    },
    connections: () => links.size,
    stop: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
