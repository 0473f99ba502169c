/** Handles messages before the first one arrives: the packages make their schemas when first used, which takes 100 ms. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  preloadSchemas,
} from "@modelcontextprotocol/server";
import type { Caller } from "../authentication/authenticate";
import type { Within } from "../public-api/handle-within";
import { handleMessage } from "./protocol";
import { openToolServer } from "./tool-server";

/** Can use no tool. */
const NOBODY = { access: { entity: () => null, entities: () => [] }, accessKey: "nobody" } as unknown as Caller;

const VERSION = "2026-07-28";
const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: VERSION,
  [CLIENT_INFO_META_KEY]: { name: "prepare", version: VERSION },
  [CLIENT_CAPABILITIES_META_KEY]: {},
};

export async function prepareMcp(): Promise<void> {
  preloadSchemas();
  const openServer = () => openToolServer({ caller: NOBODY } as Within, true);
  for (const method of ["tools/list", "tools/call"]) {
    const headers = new Headers({ "mcp-protocol-version": VERSION, "mcp-method": method, "mcp-name": "none" });
    const message = { jsonrpc: "2.0", id: 1, method, params: { name: "none" } };
    const modern = { ...message, params: { ...message.params, _meta: ENVELOPE } };
    await handleMessage({ header: (name) => headers.get(name) }, modern, openServer);
    await handleMessage({ header: () => null }, message, openServer);
  }
}
