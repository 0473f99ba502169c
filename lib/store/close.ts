export { closePostgres as closeDatabase } from "../postgres/postgres";
