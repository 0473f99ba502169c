/**
 * Reads the form of a new token as the browser submits it: without scripts, or before they have loaded. Without limits, whose
 * fields need scripts. Pure.
 */
import { NOT_LIMITED } from "@/components/tokens/limits/limits-draft";
import type { EntityPermissions } from "@/lib/tokens/permissions";
import type { PostedCreation } from "../action-input";
import { type Draft, PRESETS, type Preset, withPreset, withSelection } from "./draft";

export function readPostedForm(form: FormData): PostedCreation {
  const text = (name: string) => String(form.get(name) ?? "");
  const accountId = text("account");
  return {
    formId: text("form"),
    ...(accountId !== "" && { accountId }),
    name: text("name"),
    purpose: text("purpose"),
    expiry: text("expiry"),
    day: text("day"),
    begun: presetOf(text("begun")),
    preset: presetOf(text("access")),
    ticked: form.getAll("ticked").filter((value) => typeof value === "string"),
  };
}

function presetOf(text: string): Preset {
  return PRESETS.find((preset) => preset === text) ?? "custom";
}

/**
 * Without scripts, ticking a box does not change the preset. So the boxes count if they differ from the form's initial state;
 * otherwise the preset does.
 */
export function draftOfPosted(posted: PostedCreation, permissions: readonly EntityPermissions[]): Draft {
  const { name, purpose, expiry, day, begun, preset } = posted;
  const empty: Draft = { name, purpose, expiry, day, preset, selection: new Set(), limits: NOT_LIMITED };
  const ticked = withSelection(empty, new Set(posted.ticked.filter(isPermission)));
  const left = withPreset(ticked, begun, permissions).selection;
  return isSame(left, ticked.selection) ? withPreset(ticked, preset, permissions) : ticked;
}

function isPermission(text: string): text is `${string}:${string}` {
  return text.includes(":");
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
