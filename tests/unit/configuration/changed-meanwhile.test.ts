/** What others change while an apply takes long, in the names of the version before it, is in force after it too. */
import pg from "pg";
import { describe, expect, it } from "vitest";
import { formatChange } from "@/lib/configuration/change/diff";
import type { Mode } from "@/lib/configuration/change/members";
import { parseDocument } from "@/lib/configuration/parse";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import type { OrganizationDocument, StoredDocument } from "@/lib/configuration/schema";
import { env } from "@/lib/process/env";
import { addMember, findMemberDetail, withdrawInvitation } from "@/lib/store/people/managed-members";
import { setMemberActive } from "@/lib/store/people/members";
import { memberWith } from "../../support/member";
import { applied, apply, documentOf, entity, field, refusal, versionOf, without, withoutEntity } from "./applied";
import { indexesOf, insertRecord, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";
import { start, startHeld } from "./long-apply";

openTestDatabase();

type Where = NonNullable<OrganizationDocument["roles"]>[number]["grants"][number]["where"];

const copyOf = (file: ExampleFile): ExampleFile => structuredClone(file);
const firstScope = ({ roles = [] }: StoredDocument) => roles[0]?.grants[0]?.where;

/** The role's first grant, on deals, reaches those records only. */
function narrow(file: ExampleFile, where: Where): void {
  file.roles[0]?.grants.splice(0, 1, { entity: "deals", verbs: ["list"], where });
}

/** An index keeps the apply busy. */
function addIndex(file: ExampleFile): void {
  entity(file, "deals").fields.push({ key: "later", type: "text", indexed: true });
}

/** Applies the file with an index besides, and what others do while that index keeps the apply busy. */
async function applyDuring(
  { file, id }: Awaited<ReturnType<typeof applied>>,
  others: () => Promise<unknown>,
  mode?: Mode,
) {
  addIndex(file);
  const long = await startHeld(file, await id("deals"), mode);
  await others();
  return await long.goOn();
}

/** `won` becomes `closed`. */
function renameWon(file: ExampleFile): void {
  const options = ["lead", { value: "closed", was: "won" }, "lost"];
  Object.assign(field(file, "deals", "stage"), { options });
  Object.assign(entity(file, "deals").lifecycle ?? {}, {
    states: { closed: { locked: true } },
    transitions: [{ from: "lead", to: "closed", verb: "approve" }],
  });
}

it("a row scope that others narrow meanwhile excludes the same records once their option is renamed", async () => {
  const acme = await applied();
  const { file, key } = acme;
  const narrowed = copyOf(file);
  narrow(narrowed, ["stage", "neq", "won"]);
  renameWon(file);
  const { version } = await applyDuring(acme, async () => expect((await apply(narrowed)).version).toBe(2));
  expect(version).toBe(3);
  const document = await documentOf(key);
  expect(firstScope(document)).toEqual(["stage", "neq", "closed"]);
  expect(() => parseDocument(document)).not.toThrow();
});

const ADVICE =
  'Others changed permissions or members while this file was being applied, and the file does not fit them. Bring their changes into the file ("config export" writes what is in force), and apply it again. Together they would break these rules:';

describe("a role that others change meanwhile", () => {
  /** An index of the other entity keeps the apply busy. */
  function withoutDeals(file: ExampleFile): void {
    withoutEntity(file, "deals");
    entity(file, "accounts").fields.push({ key: "later", type: "text", indexed: true });
  }

  function withoutAmount(file: ExampleFile): void {
    without(file, "deals", "amount");
    addIndex(file);
  }

  it.each<[string, (file: ExampleFile) => void, busy: string, faults: string[]]>([
    ["a field", withoutAmount, "deals", ['roles[0].grants[0].where: names a field that "deals" does not have']],
    [
      "an entity",
      withoutDeals,
      "accounts",
      [
        'roles[0].grants[0].entity: there is no entity "deals"',
        'roles[0].grants[1].entity: there is no entity "deals"',
      ],
    ],
  ])(
    "to name %s that the apply removes refuses the apply, and nothing of it stays",
    async (_, remove, busy, faults) => {
      const { file, key, id } = await applied();
      const narrowed = copyOf(file);
      remove(file);
      const before = await indexesOf(await id(busy));
      const long = await startHeld(file, await id(busy), "prune");
      narrow(narrowed, ["amount", "lt", 5]);
      await apply(narrowed);

      expect(await refusal(long.goOn())).toBe([ADVICE, ...faults].join("\n"));
      expect(await versionOf(key)).toBe(2);
      expect(await indexesOf(await id(busy))).toEqual(before);
    },
  );

  it("to name an entity that is kept because it has records does not", async () => {
    const { file, key, id } = await applied();
    await insertRecord(await id("deals"), { title: "T", stage: "lead", account: null });
    const narrowed = copyOf(file);
    withoutDeals(file);
    const long = await startHeld(file, await id("accounts"));
    narrow(narrowed, ["amount", "lt", 5]);
    await apply(narrowed);

    expect((await long.goOn()).version).toBe(3);
    const document = await documentOf(key);
    expect(firstScope(document)).toEqual(["amount", "lt", 5]);
    expect(() => parseDocument(document)).not.toThrow();
  });
});

describe("what others do not change meanwhile", () => {
  const OPEN = { revokeUnusedAfterDays: null, allowedAddresses: [], maxLiveTokens: null, requireSecondFactor: null };
  const FIRST = { ...OPEN, maxLifetimeDays: 366, allowNeverExpiring: true, requirePurpose: false };
  const MONTH = { ...FIRST, maxLifetimeDays: 30 };

  it("is as the file says: a policy on the pages gives no permission back that the apply takes away", async () => {
    const acme = await applied();
    const { file, key, organizationId } = acme;
    narrow(file, ["stage", "neq", "won"]);
    Object.assign(file.organization, { name: "Acme Group" });
    const { kept } = await applyDuring(acme, () =>
      changeTokenPolicy(organizationId, { from: FIRST, to: MONTH }, { actor: "ada@acme.test" }),
    );
    expect(kept.map(formatChange)).toEqual(["= organization, tokenPolicy (changed by others meanwhile)"]);
    const { organization, roles = [] } = await documentOf(key);
    const { allowedAddresses: _, ...stored } = MONTH;
    expect(organization).toEqual({ key, name: "Acme Group", tokenPolicy: stored });
    expect(roles[0]?.grants[0]).toEqual({ entity: "deals", verbs: ["list"], where: ["stage", "neq", "won"] });
  });

  it("is as the file says in each role, and of two who change one role the later one wins", async () => {
    const acme = await applied(({ roles }) => {
      for (const role of ["audit", "guest", "gone"])
        roles.push({ key: role, name: role, grants: [{ entity: "deals", verbs: ["list", "update"] }] });
    });
    const { file, key } = acme;
    const other = copyOf(file);
    const verbs = (of: ExampleFile, role: string, verbs: string[]) =>
      Object.assign(of.roles.find((each) => each.key === role)?.grants[0] ?? {}, { verbs });
    verbs(file, "audit", ["update"]);
    verbs(file, "guest", ["update"]);
    verbs(other, "guest", ["list"]);
    other.roles = other.roles.filter((role) => role.key !== "gone");
    Object.assign(entity(other, "accounts"), { exposed: false });
    const { kept } = await applyDuring(acme, () => apply(other));
    expect(kept.map(formatChange)).toEqual([
      "= role guest (changed by others meanwhile)",
      "= role gone (changed by others meanwhile)",
      "= entity accounts, exposed (changed by others meanwhile)",
    ]);
    const { roles = [], entities } = await documentOf(key);
    expect(roles.map((role) => [role.key, role.grants[0]?.verbs])).toEqual([
      ["sales", ["list", "create"]],
      ["audit", ["update"]],
      ["guest", ["list"]],
    ]);
    expect(entities.map((each) => [each.key, each.exposed])).toEqual([
      ["accounts", false],
      ["deals", undefined],
    ]);
  });
});

describe("an apply that waited", () => {
  const KAI = { email: "kai@acme.test", name: "Kai", roles: [] };
  const BOB = { email: "bob@acme.test", name: "Bob", roles: ["sales"], admin: true };
  const SERVICE = { kind: "service" as const, keepers: [BOB.email, KAI.email] };
  const BOT = { email: "bot@acme.test", name: "Bot", roles: [], ...SERVICE };

  /** Waits behind an apply of the file that is held. It resolves to what it kept, once `meanwhile` is over. */
  async function afterWaiting(file: ExampleFile, dealsId: string | undefined, meanwhile: () => Promise<unknown>) {
    const waits = copyOf(file);
    addIndex(file);
    const first = await startHeld(file, dealsId);
    addIndex(waits);
    entity(waits, "accounts").fields.push({ key: "more", type: "text" });
    for (const member of waits.members) member.name += " II";
    const waiting = await start(waits, "waiting");
    await meanwhile();
    await first.goOn();
    return (await waiting.over).kept.map(formatChange);
  }

  it("gives no member back what was taken from them at once meanwhile, and changes the rest", async () => {
    const { file, organizationId, id } = await applied(({ members }) => {
      members.push(KAI, { ...BOB, active: true }, BOT);
    });
    const taken = copyOf(file);
    Object.assign(taken.members[2] ?? {}, { roles: [], admin: false, active: false });
    Object.assign(taken.members[3] ?? {}, { keepers: [KAI.email] });
    expect(await afterWaiting(file, await id("deals"), () => apply(taken))).toEqual([
      "= member bob@acme.test (changed by others meanwhile)",
      "= member bot@acme.test (changed by others meanwhile)",
    ]);
    const members = await query(
      "SELECT name, active, admin, role_keys AS roles, keepers FROM members WHERE organization_id = $1 ORDER BY email",
      [organizationId],
    );
    expect(members).toEqual([
      { name: "Ada II", active: true, admin: true, roles: ["sales"], keepers: [] },
      { name: "Bob II", active: false, admin: false, roles: [], keepers: [] },
      { name: "Bot II", active: true, admin: false, roles: [], keepers: [KAI.email] },
      { name: "Kai II", active: true, admin: false, roles: [], keepers: [] },
    ]);
  });

  it("adds nobody whose invitation was withdrawn meanwhile", async () => {
    const { file, organizationId, id } = await applied(({ organization }) => {
      organization.membersManagedBy = "pages";
    });
    const by = { actor: "ada@acme.test" };
    const { roles: roleKeys, ...kai } = KAI;
    const settings = { organizationId, ...kai, roleKeys, admin: false, kind: "person" as const, keepers: [] };
    const { memberId } = (await addMember(settings, 10, by)) as { memberId: string };
    file.members.push(KAI);
    const detail = (await findMemberDetail(organizationId, memberId)) ?? expect.unreachable("no such member");
    const kept = await afterWaiting(file, await id("deals"), () => withdrawInvitation(detail, by));
    expect(kept).toContain("= member kai@acme.test (changed by others meanwhile)");
    expect(await query("SELECT email FROM members WHERE organization_id = $1", [organizationId])).toEqual([
      { email: "ada@acme.test" },
    ]);
  });
});

describe("a member whom others", () => {
  const BOB = { email: "bob@acme.test", name: "Bob", roles: ["sales"] };
  const ADA = { actor: "ada@acme.test" };

  const membersOf = (organizationId: string) =>
    query("SELECT email, active, role_keys AS roles FROM members WHERE organization_id = $1 ORDER BY email", [
      organizationId,
    ]);

  it("add meanwhile is not missing from the file of an apply that prunes", async () => {
    const acme = await applied();
    const more = copyOf(acme.file);
    more.members.push(BOB);
    const { changes, kept } = await applyDuring(acme, () => apply(more), "prune");
    expect(changes.map(formatChange)).toEqual(["+ entity deals, field later"]);
    expect(kept.map(formatChange)).toEqual(["= member bob@acme.test (changed by others meanwhile)"]);
    expect(await membersOf(acme.organizationId)).toEqual([
      { email: "ada@acme.test", active: true, roles: ["sales"] },
      { email: "bob@acme.test", active: true, roles: ["sales"] },
    ]);
  });

  it("give a role that the apply removes loses it, and nothing else", async () => {
    const acme = await applied(({ roles }) => {
      roles.push({ key: "guest", name: "Guest", grants: [] });
    });
    const more = copyOf(acme.file);
    more.members.push({ ...BOB, roles: ["sales", "guest"] });
    acme.file.roles.pop();
    await applyDuring(acme, () => apply(more), "prune");
    expect(await membersOf(acme.organizationId)).toEqual([
      { email: "ada@acme.test", active: true, roles: ["sales"] },
      { email: "bob@acme.test", active: true, roles: ["sales"] },
    ]);
  });

  it("take roles from has none afterwards, although the version in force stays and the file changes more of the member", async () => {
    const acme = await applied();
    const { file, key, organizationId } = acme;
    const taken = copyOf(file);
    Object.assign(taken.members[0] ?? {}, { roles: [] });
    Object.assign(file.members[0] ?? {}, { name: "Ada Lovelace" });
    const { kept } = await applyDuring(acme, async () => {
      await apply(taken);
      expect(await versionOf(key)).toBe(1);
    });
    expect(kept.map(formatChange)).toEqual(["= member ada@acme.test (changed by others meanwhile)"]);
    expect(await membersOf(organizationId)).toEqual([{ email: "ada@acme.test", active: true, roles: [] }]);
  });

  it("deactivate while an apply that changes them is planned stays inactive", async () => {
    const { file, organizationId, id } = await applied(({ members }) => {
      members.push(BOB);
    });
    await insertRecord(await id("deals"), { title: "T", stage: "lead", account: null, extra: 1 });
    const member = await memberWith(organizationId, BOB.email);
    Object.assign(file.members[1] ?? {}, { name: "Robert" });
    // Its values are counted after the members were read.
    without(file, "deals", "extra");
    const holder = new pg.Client({ connectionString: env().DATABASE_URL });
    await holder.connect();
    await holder.query(
      `BEGIN; LOCK TABLE record_partitions.${partitionOf(await id("deals"))} IN ACCESS EXCLUSIVE MODE`,
    );
    const over = apply(file);
    const waiting = () => query("SELECT FROM pg_locks WHERE locktype = 'relation' AND NOT granted");
    await expect.poll(async () => (await waiting()).length, { interval: 1 }).toBe(1);
    await setMemberActive({ member, active: false }, ADA);
    await holder.end();
    await over;
    expect(await query("SELECT name, active FROM members WHERE id = $1", [member.id])).toEqual([
      { name: "Robert", active: false },
    ]);
  });
});
