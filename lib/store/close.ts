import { runtime } from "../runtime";

export const closeDatabase = runtime.close;
