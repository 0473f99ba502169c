/**
 * The organization that the API tests run against, as its file (docs: configuring an organization). Small, and made so
 * that every guard of the contract has a field, an entity, a role or a member that meets it.
 */

const ENTITIES = ["accounts", "deals", "samples", "vault", "notes"];

/** Members by their given name; the address is `<name>@<key>.test`. `ada` is the administrator, with every right. */
export const MEMBERS = {
  ada: ["everything"],
  wim: ["writer"],
  rea: ["reader"],
  cleo: ["creator"],
  una: ["updater"],
  del: ["deleter"],
  apo: ["writer", "approver"],
  ann: ["author"],
  ben: ["author"],
  red: ["redTeam"],
  sen: ["sender"],
  asa: ["assignee"],
  duo: ["redTeam", "assignee"],
  par: ["partial"],
  nil: [],
  ina: ["everything"],
} as const;
export type MemberName = keyof typeof MEMBERS;

type FieldFile = { key: string; [member: string]: unknown };
type EntityFile = { key: string; exposed: boolean; fields: FieldFile[]; [member: string]: unknown };
type GrantFile = { entity: string; verbs: string[]; where?: unknown };
type RoleFile = { key: string; name: string; grants: GrantFile[] };
type MemberFile = { email: string; name: string; roles: string[]; admin: boolean; active: boolean };

export type OrganizationFile = {
  organization: Record<string, unknown>;
  entities: EntityFile[];
  roles: RoleFile[];
  members: MemberFile[];
};

export function organizationFile(key: string): OrganizationFile {
  return {
    organization: { key, name: `${key} Ltd`, tokenPolicy: { maxLifetimeDays: 366, allowNeverExpiring: true } },
    entities: entities(),
    roles: roles(),
    members: Object.entries(MEMBERS).map(([name, roleKeys]) => ({
      email: `${name}@${key}.test`,
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      roles: [...roleKeys],
      admin: name === "ada",
      active: true,
    })),
  };
}

/** One that is exposed, unless `more` says otherwise. */
export const entityOf = (key: string, label: string, fields: FieldFile[], more = {}): EntityFile => ({
  ...{ key, label, pluralLabel: `${label}s`, exposed: true, labelField: fields[0]?.key, fields },
  ...more,
});

/** What a role of the file grants, to be added to. */
export function grantsOf({ roles }: OrganizationFile, key: string): GrantFile[] {
  const role = roles.find((each) => each.key === key);
  if (role === undefined) throw new Error(`There is no role ${key}`);
  return role.grants;
}

function entities(): EntityFile[] {
  /** Unique labels, a parent of its own kind, and a field that few may read or write. */
  const accounts = [
    { key: "name", label: "Name", type: "text", required: true, maxLength: 100 },
    { key: "city", label: "City", type: "text", indexed: true, limitable: true },
    { key: "parent", label: "Parent", type: "reference", entity: "accounts" },
    { key: "secret", label: "Secret", type: "text", readVerb: "readSecret", writeVerb: "writeSecret" },
  ];
  /** A lifecycle with an approval, a locked state that cannot be deleted and one that can; a parent of another kind. */
  const deals = [
    { key: "title", label: "Title", type: "text", required: true, maxLength: 200 },
    { key: "stage", label: "Stage", type: "select", options: ["lead", "won", "lost", "archived"], default: "lead" },
    { key: "amount", label: "Amount", type: "number", min: 0, max: 1_000_000, indexed: true },
    { key: "account", label: "Account", type: "reference", entity: "accounts" },
  ];
  const lifecycle = {
    field: "stage",
    initial: ["lead"],
    states: { won: { locked: true, deletable: false }, archived: { locked: true, deletable: true } },
    transitions: [
      { from: "lead", to: "won", verb: "approve" },
      { from: "lead", to: "lost" },
      { from: "lost", to: "archived" },
    ],
  };
  /** The four ways of guarding a field: write-only and required, write-only, read-only by verb and for all, and neither. */
  const vault = [
    { key: "name", label: "Name", type: "text", required: true },
    { key: "pin", label: "Pin", type: "text", required: true, readVerb: "readPin" },
    { key: "memo", label: "Memo", type: "text", readVerb: "readMemo" },
    { key: "seal", label: "Seal", type: "text", writeVerb: "writeSeal" },
    { key: "serial", label: "Serial", type: "integer", readOnly: true },
    { key: "ghost", label: "Ghost", type: "text", readVerb: "readGhost", writeVerb: "writeGhost" },
  ];
  /** Rows that not everybody sees: by creator, by a field that few may read, and by address. */
  const notes = [
    { key: "title", label: "Title", type: "text", required: true },
    { key: "body", label: "Body", type: "text" },
    { key: "assignee", label: "Assignee", type: "email" },
    { key: "team", label: "Team", type: "select", options: ["red", "blue"], readVerb: "seeTeam", limitable: true },
  ];
  const described = { description: "Customers and their groups", uniqueLabel: true, parentField: "parent" };
  const internal = [{ key: "name", label: "Name", type: "text", required: true }];
  return [
    entityOf("accounts", "Account", accounts, described),
    entityOf("deals", "Deal", deals, { parentField: "account", lifecycle }),
    entityOf("samples", "Sample", samples()),
    entityOf("vault", "Safe", vault),
    entityOf("notes", "Note", notes),
    entityOf("internal", "Internal", internal, { exposed: false }),
  ];
}

/** One field of every type, and those that cannot be queried. */
function samples(): FieldFile[] {
  return [
    { key: "name", label: "Name", type: "text", required: true, maxLength: 100 },
    { key: "text", label: "Text", type: "text" },
    { key: "code", label: "Code", type: "text", maxLength: 5, searchable: false },
    { key: "integer", label: "Integer", type: "integer" },
    { key: "level", label: "Level", type: "integer", min: 1, max: 10, default: 7 },
    { key: "number", label: "Number", type: "number" },
    { key: "decimal", label: "Decimal", type: "decimal" },
    { key: "boolean", label: "Boolean", type: "boolean" },
    { key: "date", label: "Date", type: "date" },
    { key: "datetime", label: "Date and time", type: "datetime" },
    {
      key: "select",
      label: "Select",
      type: "select",
      options: ["a", "b", { value: "c", label: "See" }],
      limitable: true,
    },
    { key: "multiselect", label: "Multiselect", type: "multiselect", options: ["red", "green", "blue"] },
    { key: "reference", label: "Reference", type: "reference", entity: "accounts" },
    { key: "email", label: "Email", type: "email" },
    { key: "url", label: "Address", type: "url" },
    { key: "json", label: "Json", type: "json" },
    { key: "unlisted", label: "Unlisted", type: "text", queryable: false, searchable: false },
    { key: "hidden", label: "Hidden", type: "text", readVerb: "readHidden" },
  ];
}

function roles(): RoleFile[] {
  const ALL = ["list", "create", "update", "delete"];
  const everywhere = (verbs: string[]) => ENTITIES.map((entity) => ({ entity, verbs }));
  const role = (key: string, name: string, ...grants: GrantFile[]): RoleFile => ({ key, name, grants });
  const notes = (verbs: string[], ...where: unknown[]): GrantFile => ({ entity: "notes", verbs, where });
  return [
    role(
      "everything",
      "Everything",
      ...everywhere(ALL),
      { entity: "internal", verbs: ALL },
      { entity: "accounts", verbs: ["readSecret", "writeSecret"] },
      { entity: "deals", verbs: ["approve"] },
      { entity: "samples", verbs: ["readHidden"] },
      { entity: "vault", verbs: ["readPin", "readMemo", "writeSeal", "readGhost", "writeGhost"] },
      { entity: "notes", verbs: ["seeTeam"] },
    ),
    role("writer", "Writer", ...everywhere(ALL)),
    role("reader", "Reader", ...everywhere(["list"])),
    role("creator", "Creator", ...everywhere(["create"])),
    role("updater", "Updater", ...everywhere(["update"])),
    role("deleter", "Deleter", ...everywhere(["delete"])),
    role("approver", "Approver", { entity: "deals", verbs: ["approve"] }),
    role(
      "author",
      "Author",
      { entity: "notes", verbs: ["list", "create"] },
      notes(["update", "delete"], "createdBy", "eq", "$member.id"),
    ),
    role("redTeam", "Red team", notes(ALL, "team", "eq", "red")),
    role(
      "sender",
      "Sender",
      { entity: "notes", verbs: ["create"] },
      notes(["list"], "team", "eq", "red"),
      { entity: "accounts", verbs: ["list"], where: ["city", "eq", "Oslo"] },
      { entity: "samples", verbs: ["list", "create"] },
      { entity: "deals", verbs: ["list", "create"] },
    ),
    role(
      "partial",
      "Partial",
      { entity: "notes", verbs: ["list", "create", "update"] },
      notes(["seeTeam"], "createdBy", "eq", "$member.id"),
    ),
    role("assignee", "Assignee", notes(["list"], "assignee", "eq", "$member.email")),
  ];
}
