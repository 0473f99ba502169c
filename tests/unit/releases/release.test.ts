/** A release is one version everywhere, and breaks no client of the last one (docs/upgrade.md). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { VERSION } from "@/lib/process/version";
import { breakingChanges } from "../../support/breaking-changes";
import { releaseDocuments } from "../../support/release-documents";

const RELEASES = "tests/releases";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const numbers = (version: string) => version.split(".").map(Number);
const compare = (one: string, other: string) => {
  const [left, right] = [numbers(one), numbers(other)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
};
const last = readdirSync(RELEASES)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .sort(compare)
  .at(-1);

describe("the version", () => {
  it("is one in the packages, the lock file, the changelog and the documents", () => {
    const { version, packages } = read("package-lock.json");
    const changelog = /^## (\d+\.\d+\.\d+)\b/m.exec(readFileSync("CHANGELOG.md", "utf8"))?.[1];
    const client = read("packages/client/package.json").version;
    const documents = read("docs/openapi.json").info.version;
    const tarball = /public-records-(\d+\.\d+\.\d+)\.tgz/.exec(readFileSync("packages/client/README.md", "utf8"))?.[1];
    expect({ version, own: packages[""].version, changelog, client, documents, tarball }).toEqual({
      version: VERSION,
      own: VERSION,
      changelog: VERSION,
      client: VERSION,
      documents: VERSION,
      tarball: VERSION,
    });
  });

  it("is that of the last release, or later, and begins with the number of the API", () => {
    expect(compare(VERSION, String(last))).toBeGreaterThanOrEqual(0);
    expect(numbers(VERSION)[0]).toBe(1);
  });
});

const documents = await releaseDocuments();

it.each(Object.keys(documents))("today's %s breaks no client of the last release", (name) => {
  const former = read(`${RELEASES}/${last}/${name}`);
  expect(breakingChanges(former, documents[name])).toEqual([]);
  expect(breakingChanges(former, { ...(documents[name] as object), paths: {} })).not.toEqual([]);
});
