/** What the audit log says of members, beyond the label and the address. */
import { expect, it } from "vitest";
import { describeDetails } from "@/app/(member)/admin/audit/describe-event";
import type { AuditAction } from "@/lib/events";
import type { JsonObject } from "@/lib/model";

it.each<[AuditAction, JsonObject, string[]]>([
  ["member.invite", { roles: ["sales"], admin: true }, ["Roles: sales", "As an administrator"]],
  ["member.create", { roles: ["a", "b"], keepers: ["x@y.test"] }, ["Roles: a, b", "Managers: x@y.test"]],
  [
    "member.change",
    { name: { before: "Pia", after: "Pia N." }, roleKeys: { before: ["a"], after: [] } },
    ["Renamed from “Pia” to “Pia N.”", "Roles changed from a to none"],
  ],
  [
    "member.sign-in",
    { method: "password", secondFactor: { by: "recovery code", codesLeft: 9 } },
    ["By password and recovery code, 9 left"],
  ],
  [
    "configuration.policy",
    { after: { maxLifetimeDays: null, allowNeverExpiring: true, requirePurpose: false } },
    ["New tokens: any expiry, or no expiry. No purpose required."],
  ],
  ["audit.export", { who: "ada", from: "2026-11-01" }, ["Filtered by who = ada, from = 2026-11-01"]],
])("of %s with %o it says %o", (action, details, said) => {
  expect(describeDetails({ action, details })).toEqual(said);
});

it.each<[AuditAction, JsonObject]>([
  ["member.change", { name: "Pia", other: { before: 1, after: 2 }, roleKeys: null }],
  ["member.sign-in", { method: 7 }],
  ["configuration.policy", { after: { maxLifetimeDays: "30" } }],
  ["configuration.policy", {}],
])("of %s with %o it says nothing", (action, details) => {
  expect(describeDetails({ action, details })).toEqual([]);
});
