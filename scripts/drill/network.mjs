/** Each PostgreSQL has a network namespace of its own on a bridge, so that its cable can be pulled. */
import { spawnSync } from "node:child_process";
import { run } from "./programs.mjs";

const BRIDGE = "drill0";
const PREFIX = "10.99.7";
/** Where etcd listens, seen from the namespaces. */
export const HERE = `${PREFIX}.1`;

const ip = (...args) => run("ip", args);
const space = (node) => `drill-${node}`;
const cable = (node) => `drill-${node}`;

/** Returns the address of each node. */
export function makeNetwork(nodes) {
  removeNetwork(nodes);
  ip("link", "add", BRIDGE, "type", "bridge");
  ip("addr", "add", `${HERE}/24`, "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
  return Object.fromEntries(nodes.map((node, index) => [node, join(node, `${PREFIX}.${11 + index}`)]));
}

function join(node, address) {
  ip("netns", "add", space(node));
  ip("link", "add", cable(node), "type", "veth", "peer", "name", "eth0", "netns", space(node));
  ip("link", "set", cable(node), "master", BRIDGE, "up");
  for (const args of [
    ["link", "set", "lo", "up"],
    ["addr", "add", `${address}/24`, "dev", "eth0"],
    ["link", "set", "eth0", "up"],
  ])
    ip("-n", space(node), ...args);
  return address;
}

export function removeNetwork(nodes) {
  for (const node of nodes) {
    signalAll(node, "SIGKILL");
    spawnSync("ip", ["netns", "del", space(node)]);
    spawnSync("ip", ["link", "del", cable(node)]);
  }
  spawnSync("ip", ["link", "del", BRIDGE]);
}

/** The start of a command that runs in the node's namespace, as the account `postgres`. */
export function inNode(node) {
  return ["ip", "netns", "exec", space(node), "setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"];
}

export const pullCable = (node) => ip("link", "set", cable(node), "down");
export const plugCable = (node) => ip("link", "set", cable(node), "up");

/** Sends a signal to every process of the node. */
export function signalAll(node, signal) {
  const { stdout } = spawnSync("ip", ["netns", "pids", space(node)], { encoding: "utf8" });
  for (const pid of stdout.split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
