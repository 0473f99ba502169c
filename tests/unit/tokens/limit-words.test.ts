/** What limits, and changes of them, are in words. */
import { describe, expect, it } from "vitest";
import { NO_LIMITS } from "@/lib/model";
import { describeLimits, describeTightening, withLabels } from "@/lib/tokens/limits";

const BEFORE = {
  deniedFields: [{ entity: "deals", fields: ["amount"] }],
  allowedAddresses: ["10.0.0.0/8"],
  requestsPerMinute: 60,
};

describe("a tightening", () => {
  it("is told by what is new of it", () => {
    const after = {
      deniedFields: [
        { entity: "accounts", fields: ["city"] },
        { entity: "deals", fields: ["amount", "title"] },
      ],
      allowedAddresses: ["10.1.0.0/16"],
      requestsPerMinute: 30,
    };
    expect(describeTightening(BEFORE, after)).toEqual([
      "cannot read city of accounts",
      "cannot read title of deals",
      "works from 10.1.0.0/16 only",
      "at most 30 requests a minute",
    ]);
    expect(describeTightening(BEFORE, { ...BEFORE, requestsPerMinute: 30 })).toEqual(["at most 30 requests a minute"]);
    expect(describeTightening(NO_LIMITS, BEFORE)).toEqual(describeLimits(BEFORE));
  });

  it("is nothing where nothing changes", () => {
    expect(describeTightening(BEFORE, BEFORE)).toEqual([]);
  });
});

it("entities and fields are called as people know them, and by their key where they are not known", () => {
  const labels = [{ entityKey: "deals", pluralLabel: "Deals", fields: [{ key: "amount", label: "Amount" }] }];
  const limits = {
    ...NO_LIMITS,
    deniedFields: [
      { entity: "deals", fields: ["amount", "margin"] },
      { entity: "payroll", fields: ["name"] },
    ],
  };
  expect(describeLimits(withLabels(limits, labels))).toEqual([
    "cannot read Amount, margin of Deals",
    "cannot read name of payroll",
  ]);
});
