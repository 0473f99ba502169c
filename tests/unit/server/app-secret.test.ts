import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseEnv } from "../../../lib/process/env";
import { openAppSecret } from "../../../server/app-secret";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder";

const GIVEN = "a secret of the tests that is long enough";
const EXTERNAL = "postgres://somewhere.test/app";
const before = process.env.APP_SECRET;

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

afterAll(() => {
  if (before === undefined) delete process.env.APP_SECRET;
  else process.env.APP_SECRET = before;
});

describe("openAppSecret", () => {
  it("uses the one from the environment, and writes nothing", () => {
    expect(openAppSecret(parseEnv({ APP_SECRET: GIVEN, DATA_DIR: folder.path }))).toBe(GIVEN);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("makes one of 256 bits beside the embedded database, once, for its owner's eyes", () => {
    const dataDir = path.join(folder.path, "data");
    const secret = openAppSecret(parseEnv({ DATA_DIR: dataDir }));
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(openAppSecret(parseEnv({ DATA_DIR: dataDir }))).toBe(secret);
    expect(readFileSync(path.join(dataDir, "app-secret"), "utf8")).toBe(secret);
    expect(statSync(path.join(dataDir, "app-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["app-secret"]);
  });

  it("requires one in production with a database elsewhere", () => {
    const env = parseEnv({ NODE_ENV: "production", DATABASE_URL: EXTERNAL, DATA_DIR: folder.path });
    expect(() => openAppSecret(env)).toThrow(/APP_SECRET is not set: .* at least 32 random bytes/);
  });
});
