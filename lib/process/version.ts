import packageFile from "../../package.json" with { type: "json" };

/** Of this service, as its package says. */
export const VERSION: string = packageFile.version;
