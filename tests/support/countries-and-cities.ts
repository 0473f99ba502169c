/**
 * An organisation with the two entities that the guides and the client's README speak of. Whoever has the role "everything" can
 * do all with them.
 */
import { type Organization, openOrganization } from "./organization";

const VERBS = ["list", "create", "update", "delete"];

export async function openCountriesAndCities(name: string): Promise<Organization> {
  const organization = await openOrganization(name);
  const file = structuredClone(organization.file);
  file.entities.push(
    {
      key: "countries",
      exposed: true,
      labelField: "name",
      fields: [
        { key: "code", type: "text", unique: true, maxLength: 2 },
        { key: "name", type: "text", required: true },
        { key: "area", type: "number" },
      ],
    },
    {
      key: "cities",
      exposed: true,
      labelField: "name",
      fields: [
        { key: "name", type: "text", required: true },
        { key: "population", type: "integer" },
        { key: "country", type: "reference", entity: "countries" },
      ],
    },
  );
  const everything = file.roles.find(({ key }) => key === "everything");
  for (const entity of ["countries", "cities"]) everything?.grants.push({ entity, verbs: VERBS });
  await organization.apply(file);
  return organization;
}
