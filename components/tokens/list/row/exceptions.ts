/** What is unusual about a token, the worst first: it does not work, its requests fail, or it needs attention soon. Pure. */
import type { Trouble } from "@/lib/call-log/usage";
import { isWorking, type TokenStatus } from "@/lib/tokens/status";
import { statusLabel } from "../../status-badge";

export type Exception = { kind: "status" | "rejected" | "limited"; sentence: string };

export function exceptionsOf(status: TokenStatus, trouble: Trouble | undefined): Exception[] {
  const { rejected = 0, limited = 0 } = trouble ?? {};
  const ofStatus: Exception[] = status === "active" ? [] : [{ kind: "status", sentence: `${statusLabel(status)}.` }];
  const ofRequests: Exception[] = [];
  if (rejected > 0) {
    const sentence = `${requests(rejected)} in the last 24 hours ${were(rejected)} rejected with 401 or 403.`;
    ofRequests.push({ kind: "rejected", sentence });
  }
  if (limited > 0) {
    ofRequests.push({
      kind: "limited",
      sentence: `${requests(limited)} in the last 24 hours exceeded the rate limit.`,
    });
  }
  return isWorking(status) ? [...ofRequests, ...ofStatus] : [...ofStatus, ...ofRequests];
}

function requests(count: number): string {
  return count === 1 ? "1 request" : `${count.toLocaleString("en")} requests`;
}

function were(count: number): string {
  return count === 1 ? "was" : "were";
}
