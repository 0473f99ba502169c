/**
 * What the oracle knows of a world: its organization file, as it is applied, and the records that are in it. The oracle
 * reads the file itself, so that it shares nothing with the configuration that the service compiles from it.
 */
import type { DeniedFields, FieldType, JsonObject, JsonValue, RowLimit, Scopes, Verb } from "@/lib/model";

export type FieldFile = {
  key: string;
  label: string;
  type: FieldType;
  required?: boolean;
  default?: JsonValue;
  readOnly?: boolean;
  queryable?: boolean;
  limitable?: boolean;
  searchable?: boolean;
  indexed?: boolean;
  unique?: boolean;
  readVerb?: string;
  writeVerb?: string;
  options?: string[];
  entity?: string;
  min?: number | string;
  max?: number | string;
  maxLength?: number;
};

export type LifecycleFile = {
  field: string;
  initial?: string[];
  states?: Record<string, { locked?: boolean; deletable?: boolean }>;
  transitions: { from: string; to: string; verb?: string }[];
};

export type EntityFile = {
  key: string;
  label: string;
  pluralLabel: string;
  description?: string;
  exposed?: boolean;
  labelField: string;
  uniqueLabel?: boolean;
  parentField?: string | undefined;
  fields: FieldFile[];
  lifecycle?: LifecycleFile | undefined;
};

export type GrantFile = { entity: string; verbs: string[]; where?: JsonValue };
export type RoleFile = { key: string; name: string; grants: GrantFile[] };
export type MemberFile = { email: string; name: string; roles: string[] };

export type WorldFile = {
  organization: { key: string; name: string };
  entities: EntityFile[];
  roles: RoleFile[];
  members: MemberFile[];
};

/** A token as the oracle sees it: its owner, and its limits. */
export type Principal = {
  name: string;
  memberId: string;
  email: string;
  roles: string[];
  tokenId: string;
  tokenName: string;
  scopes: Scopes;
  /** Fields that it cannot read, as if its owner could not. */
  denied?: DeniedFields[] | undefined;
  /** The records that it reaches at most. */
  rows?: RowLimit[] | undefined;
};

/** A record with everything stored about it, whoever may see it. */
export type ModelRecord = {
  id: string;
  entity: string;
  created: string;
  updated: string;
  versionId: string;
  createdBy: string | null;
  data: JsonObject;
};

export type World = { organizationId: string; file: WorldFile; records: ModelRecord[] };

export const FOUR_VERBS: readonly Verb[] = ["list", "create", "update", "delete"];

export function entityIn(file: WorldFile, key: string): EntityFile | undefined {
  return file.entities.find((entity) => entity.key === key);
}

export function fieldIn(entity: EntityFile, key: string): FieldFile | undefined {
  return entity.fields.find((field) => field.key === key);
}
