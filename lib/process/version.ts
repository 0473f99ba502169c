import packageFile from "../../package.json" with { type: "json" };

/** The version of this service, from its package file. */
export const VERSION: string = packageFile.version;
