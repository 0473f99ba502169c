import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  // A trailing slash is another path, and an unknown one: no redirects under /api/v1 (docs/contract.md § 4).
  skipTrailingSlashRedirect: true,
  // For everybody, not only for bots: a page has its title from the beginning, and screen readers say it first.
  htmlLimitedBots: /.*/,
  // No page has a picture to be made smaller: `/_next/image` is not there.
  images: { unoptimized: true },
  experimental: {
    // MAX_FORM_BYTES of lib/limits.ts, which a test compares: the package has this file alone.
    serverActions: { bodySizeLimit: "256kb" },
    // Next would read all pages while the first callers wait; server/adapter/pages.ts reads most of their code before.
    preloadEntriesOnStart: false,
  },
  serverExternalPackages: ["pg", "pino", "prom-client", "ioredis", "@prisma/client", "@prisma/adapter-pg"],
};

export default config;
