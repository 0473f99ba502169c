/** The entry point to which both adapters pass every request for the API or MCP. */
import { splitTarget } from "./http/target";
import { handleMcp } from "./mcp/handle-mcp";
import { MCP_PATH } from "./public-api/base-path";
import { handleRequest } from "./public-api/handle-request";
import type { ApiRequest, ApiResponse } from "./public-api/request";

/** Never throws: every failure becomes a response. */
export function handleApiRequest(request: ApiRequest): Promise<ApiResponse> {
  return splitTarget(request.target).path === MCP_PATH ? handleMcp(request) : handleRequest(request);
}
