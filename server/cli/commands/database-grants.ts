/** `database grants`: prints a role's minimal grants: no DDL, and history is append-only. The owner migrates. Runs nothing. */
import type { Command } from "commander";
import { print } from "../print";

/** Only the owner changes these tables, through migrations and `config apply`, except for the token policy. */
const READ_ONLY = ["_prisma_migrations", "organizations", "configurations", "entities"];
const APPEND_ONLY = ["audit_events", "changes"];

const DML = "SELECT, INSERT, UPDATE, DELETE";

export function addGrantsCommand(database: Command): void {
  database
    .command("grants")
    .description("Prints the statements that give a role what the service needs, for the owner of the tables to run.")
    .requiredOption("--role <name>", "the role of the service, which is there already")
    .action(({ role }: { role: string }) => {
      if (role.length === 0 || Buffer.byteLength(role) > 63) throw new Error("A role's name has 1 to 63 bytes.");
      for (const statement of grantStatements(role)) print(statement);
    });
}

/** The owner runs these statements in the database. They can be run again. */
export function grantStatements(role: string): string[] {
  const name = `"${role.replaceAll('"', '""')}"`;
  const literal = `'${role.replaceAll("'", "''")}'`;
  return [
    "BEGIN;",
    `DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), ${literal}); END $$;`,
    `REVOKE CREATE ON SCHEMA public, record_partitions, change_partitions FROM PUBLIC, ${name};`,
    `GRANT USAGE ON SCHEMA public, record_partitions, change_partitions TO ${name};`,
    `GRANT ${DML} ON ALL TABLES IN SCHEMA public, record_partitions TO ${name};`,
    `REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(", ")} FROM ${name};`,
    // The page of the token policy adds a version of the configuration.
    `GRANT INSERT ON configurations TO ${name};`,
    `GRANT UPDATE (configuration_version, name) ON organizations TO ${name};`,
    `REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(", ")} FROM ${name};`,
    `GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA change_partitions TO ${name};`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name};`,
    // Objects that the owner creates later: entities, weeks of changes, the tables of later migrations.
    `ALTER DEFAULT PRIVILEGES IN SCHEMA record_partitions GRANT ${DML} ON TABLES TO ${name};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA change_partitions GRANT SELECT, INSERT ON TABLES TO ${name};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${DML} ON TABLES TO ${name};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${name};`,
    "COMMIT;",
  ];
}
