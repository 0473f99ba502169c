-- While the labels of an entity that are unique, or the parents that are held, change to another field, records have both: what
-- the version in force goes by, and here what the next one does. Empty at all other times. Nothing is rewritten.
ALTER TABLE "records"
    ADD COLUMN "next_label_key" TEXT,
    ADD COLUMN "next_parent_entity_id" UUID,
    ADD COLUMN "next_parent_id" UUID;
