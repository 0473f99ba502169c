/** Organizations whose administrators manage members, and their service accounts. */
import { randomBytes } from "node:crypto";
import { longTransaction } from "@/lib/postgres/administration";
import { upsertMember } from "@/lib/store/people/members";
import { memberWith } from "../../support/member";
import { addPerson, type Office, openOffice, type Person, type RoleKey, reconfigure } from "./people";

/** Its administrator is managed on the pages, too. */
export async function openManagedOffice(): Promise<{ office: Office; ada: Person; wim: Person }> {
  const office = await openOffice("Nordlicht");
  await reconfigure(office, ({ organization }) => void Object.assign(organization, { membersManagedBy: "pages" }));
  const ada = await addPerson(office, {
    name: "Ada Lindqvist",
    roles: ["manager"],
    admin: true,
    managedBy: "pages",
  });
  return { office, ada, wim: await addPerson(office, { name: "Wim Vermeer", managedBy: "pages" }) };
}

type AccountOptions = { name?: string; roles?: RoleKey[]; keepers?: Person[] };

/** In the form of a person, as scenarios expect, although it cannot sign in. */
export async function addAccount(office: Office, options: AccountOptions = {}): Promise<Person> {
  const { name = "Nightly sync", roles = ["sales"], keepers = [] } = options;
  const email = `sync.${randomBytes(4).toString("hex")}@example.test`;
  await longTransaction((transaction) =>
    upsertMember(transaction, office.id, {
      email,
      name,
      roleKeys: roles,
      admin: false,
      active: true,
      kind: "service",
      keepers: keepers.map((keeper) => keeper.email),
      managedBy: "pages",
    }),
  );
  const { id: memberId } = await memberWith(office.id, email);
  return { email, name, password: "", memberId, office };
}
