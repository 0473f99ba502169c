/**
 * The load: so many connections, each sending its next request when it has its answer. A process of its own, as cheap as can
 * be, because it shares the cores with what it measures. Reads a job as JSON on standard input, writes a result.
 */
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const { port, connections, seconds, requests, perSecond } = JSON.parse(await text(process.stdin));
const latencies = [];
/** By status. */
const failures = {};
const firstDay = Math.floor(Math.random() * 19);
const until = performance.now() + seconds * 1000;
const tags = new Map();
/** Each connection has its own of these, where there are so many: none changes what another is about to change. */
const shared = requests.length - (requests.length % connections) || requests.length;

await Promise.all(Array.from({ length: connections }, (_, index) => converse(index)));
latencies.sort((left, right) => left - right);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? null;
console.log(JSON.stringify({ count: latencies.length, failures, p50Ms: at(0.5), p99Ms: at(0.99) }));

/** With the tag of the record's last answer, and a day that is another one the next time, and in the next load. */
function change(request, tag, turns) {
  return request.replace("{etag}", tag).replace("-DD", `-${10 + ((firstDay + turns) % 19)}`);
}

function converse(index) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let turn = index;
    let sent = 0;
    let missing = 0;
    let head = "";
    const begun = performance.now();
    let turns = 0;
    const next = () => {
      if (performance.now() >= until) return socket.end(() => resolve(undefined));
      // Its share of the pace; who is late catches up.
      const due = perSecond === undefined ? 0 : begun + ((index + connections * turns) * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 1) return setTimeout(next, wait);
      turns += 1;
      turn = (turn + connections) % shared;
      sent = performance.now();
      missing = 0;
      head = "";
      socket.write(
        requests[turn].startsWith("PATCH") ? change(requests[turn], tags.get(turn) ?? "*", turns) : requests[turn],
      );
    };
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      let rest = chunk.length;
      if (missing === 0) {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        const headers = head.slice(0, end).toLowerCase();
        const length = /\r\ncontent-length: (\d+)/.exec(headers);
        if (length === null) {
          // A chunked body: its end is the last thing that comes.
          if (!head.endsWith("0\r\n\r\n")) return;
        } else {
          missing = Number(length[1]);
          rest = head.length - end - 4;
        }
        const status = head.slice("HTTP/1.1 ".length).slice(0, 3);
        if (!status.startsWith("2") && status !== "401") failures[status] = (failures[status] ?? 0) + 1;
        // Without a tag in the answer, whether it was written or not, the next change takes any version.
        if (requests[turn].startsWith("PATCH")) tags.set(turn, /\r\netag: (\S+)/.exec(headers)?.[1] ?? "*");
        if (length === null) return done();
      }
      missing -= rest;
      if (missing <= 0) done();
    });
    const done = () => {
      latencies.push(performance.now() - sent);
      next();
    };
  });
}
