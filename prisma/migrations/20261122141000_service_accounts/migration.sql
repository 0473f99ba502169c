-- Members that are no person: they own tokens and cannot sign in. Everybody until now is one.
ALTER TABLE "members" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'person',
    ADD CONSTRAINT "members_kind" CHECK ("kind" IN ('person', 'service'));
