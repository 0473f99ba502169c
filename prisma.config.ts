import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";
import { loadDotEnv } from "./server/dot-env";

loadDotEnv();

// Prisma's command line downloads a native schema engine on first use. Ours is the WebAssembly build from npm, so that
// nothing but the npm registry is needed. (Windows cannot start a script by its first line; there Prisma's own is used.)
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
    new URL("./scripts/prisma-schema-engine.mjs", import.meta.url),
  );
}

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/app" },
});
