/** What is shown of, and made from, a token that is shown once. */
import { describe, expect, it } from "vitest";
import { curlOf, environmentLine, firstPagePath, maskToken } from "@/components/tokens/secret-lines";

const TOKEN = "service_v1_e9wUsrKhODoum6AyAgiQ0f_secretsecretsecretsecretsecretsecretsecretse";

describe("the lines of a new token", () => {
  it("are a line for an environment file", () => {
    expect(environmentLine(TOKEN)).toBe(`PUBLIC_RECORDS_TOKEN=${TOKEN}`);
  });

  it("are a call that a shell runs as it stands", () => {
    expect(curlOf("https://records.example", firstPagePath("deals"), TOKEN)).toBe(
      `curl -s "https://records.example/api/v1/entities/deals/records?limit=1" \\\n  -H "Authorization: Bearer ${TOKEN}"`,
    );
  });
});

describe("a masked token", () => {
  it("is as long as the token, and says no more than its hint", () => {
    const masked = maskToken(TOKEN);
    expect(masked).toHaveLength(TOKEN.length);
    expect(masked).toMatch(/^service_v1_e9wU•+$/);
  });
});
