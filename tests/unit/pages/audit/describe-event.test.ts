/** What the audit log says of members, beyond the label and the address. */
import { expect, it } from "vitest";
import { describeDetails } from "@/app/(member)/admin/audit/describe-event";
import type { AuditAction } from "@/lib/events";
import type { JsonObject } from "@/lib/model";

it.each<[AuditAction, JsonObject, string[]]>([
  ["member.invite", { roles: ["sales"], admin: true }, ["Roles: sales", "As an administrator"]],
  ["member.invite", { roles: [], admin: false }, ["Roles: none"]],
  ["member.create", { roles: ["a", "b"], keepers: ["x@y.test"] }, ["Roles: a, b", "Managers: x@y.test"]],
  [
    "member.change",
    { name: { before: "Pia", after: "Pia N." }, roleKeys: { before: ["a"], after: [] } },
    ["Renamed from “Pia” to “Pia N.”", "Roles changed from a to none"],
  ],
  ["member.change", { admin: { before: false, after: true } }, ["Made an administrator"]],
  ["member.change", { admin: { before: true, after: false } }, ["No longer an administrator"]],
  ["member.change", { keepers: { before: [], after: ["x@y.test"] } }, ["Managers changed from none to x@y.test"]],
  ["member.sign-in", { method: "password" }, ["By password"]],
  ["member.sign-in", { method: "one-time link", secondFactor: { by: "code" } }, ["By one-time link and code"]],
  [
    "member.sign-in",
    { method: "password", secondFactor: { by: "recovery code", codesLeft: 9 } },
    ["By password and recovery code, 9 left"],
  ],
  ["member.second-factor-refused", { reason: "wrong code" }, ["Wrong code"]],
  ["audit.export", { who: "ada", from: "2026-11-01" }, ["Filtered by who = ada, from = 2026-11-01"]],
  ["audit.export", {}, ["All events"]],
])("of %s with %o it says %o", (action, details, said) => {
  expect(describeDetails({ action, details })).toEqual(said);
});

it.each<[AuditAction, JsonObject]>([
  ["member.invite", {}],
  ["member.change", { name: "Pia", other: { before: 1, after: 2 }, roleKeys: null }],
  ["member.sign-in", { method: 7 }],
  ["member.second-factor-refused", {}],
])("of %s with %o it says nothing", (action, details) => {
  expect(describeDetails({ action, details })).toEqual([]);
});
