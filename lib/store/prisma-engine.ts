export { readPrismaEngine } from "../postgres/postgres";
