import path from "node:path";

export default {
  serverExternalPackages: ["pg"],
  turbopack: { root: path.resolve(import.meta.dirname, "../../../..") },
  typescript: { ignoreBuildErrors: true },
};
