/** An organization whose records have keys of every unique type, and parts that refer to suppliers and to one another. */
import { type Organization, openOrganization } from "./organization";
import { entityOf, grantsOf } from "./organization-file";

export async function openSuppliersAndParts(name: string): Promise<Organization> {
  const organization = await openOrganization(name);
  const file = structuredClone(organization.file);
  const suppliers = [
    { key: "name", label: "Name", type: "text", required: true },
    { key: "city", label: "City", type: "text" },
    { key: "code", label: "Code", type: "text", unique: true },
    { key: "number", label: "Number", type: "integer", unique: true },
    { key: "rate", label: "Rate", type: "decimal", unique: true },
    { key: "mail", label: "Mail", type: "email", unique: true },
    { key: "page", label: "Page", type: "url", unique: true },
    { key: "seal", label: "Seal", type: "text", unique: true, readVerb: "seal" },
    { key: "shelf", label: "Shelf", type: "text", unique: true, queryable: false },
  ];
  const parts = [
    { key: "name", label: "Name", type: "text", required: true },
    { key: "code", label: "Code", type: "text", unique: true },
    { key: "supplier", label: "Supplier", type: "reference", entity: "suppliers" },
    { key: "maker", label: "Maker", type: "reference", entity: "suppliers", readVerb: "seal" },
    { key: "parent", label: "Parent", type: "reference", entity: "parts" },
  ];
  file.entities.push(
    entityOf("suppliers", "Supplier", suppliers, { uniqueLabel: true }),
    entityOf("parts", "Part", parts, { parentField: "parent" }),
  );
  const grants = (key: string, ...added: { entity: string; verbs: string[]; where?: unknown }[]) =>
    grantsOf(file, key).push(...added);
  const ALL = ["list", "create", "update", "delete"];
  grants("everything", { entity: "suppliers", verbs: [...ALL, "seal"] }, { entity: "parts", verbs: [...ALL, "seal"] });
  grants("writer", { entity: "suppliers", verbs: ALL }, { entity: "parts", verbs: ALL });
  grants("reader", { entity: "suppliers", verbs: ["list"] }, { entity: "parts", verbs: ["list"] });
  grants(
    "sender",
    { entity: "suppliers", verbs: ["list", "update"], where: ["city", "eq", "Oslo"] },
    { entity: "suppliers", verbs: ["delete"], where: ["code", "eq", "none"] },
    { entity: "parts", verbs: ALL },
  );
  grants("creator", { entity: "parts", verbs: ALL });
  await organization.apply(file);
  return organization;
}
