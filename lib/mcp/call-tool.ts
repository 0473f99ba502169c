/** Runs a tool, and writes its result or its refusal in the form of MCP: the same JSON as text and as a value. */
import type { JsonObject } from "../model";
import { describeFault, log } from "../process/log";
import type { Within } from "../public-api/handle-within";
import { mostCharacters, requireKnownArguments } from "./arguments";
import type { ListedTool } from "./offered-tools";
import { refusalOf } from "./refused";
import { NOTICE, NOTICE_LENGTH, type Tool } from "./tool";

type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** Never throws. */
export async function callTool(
  tool: Tool,
  { inputSchema }: ListedTool,
  given: JsonObject,
  within: Within,
): Promise<ToolResult> {
  try {
    // A member that is null counts as absent, as in the bodies of queries.
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    requireKnownArguments(args, Object.keys(inputSchema.properties));
    const most = mostCharacters(args);
    const result = tool.showsRecords
      ? { ...(await tool.call({ within, args, most: most - NOTICE_LENGTH })), notice: NOTICE }
      : await tool.call({ within, args, most });
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    const { requestId } = within;
    const refusal = refusalOf(error, requestId);
    if (refusal === null) log().error({ requestId, tool: tool.name, error: describeFault(error) }, "a tool failed");
    const result = { error: refusal ?? { code: "SERVER_ERROR", message: FAULT, requestId } };
    return { content: [{ type: "text", text: JSON.stringify(result) }], isError: true };
  }
}

const FAULT = "Something failed on our side. Quote the request id when you report it.";
