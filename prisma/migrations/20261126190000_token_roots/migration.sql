-- The first token of a token's rotations; null for one that replaces none. Set here, so that a version that does not know the
-- column sets it too.
ALTER TABLE "tokens" ADD COLUMN "root_id" TEXT;

CREATE FUNCTION "set_token_root"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."root_id" := (SELECT coalesce(t."root_id", t."id") FROM "tokens" t WHERE t."id" = NEW."replaces_id");
  RETURN NEW;
END
$$;
CREATE TRIGGER "tokens_root" BEFORE INSERT ON "tokens"
    FOR EACH ROW WHEN (NEW."replaces_id" IS NOT NULL AND NEW."root_id" IS NULL) EXECUTE FUNCTION "set_token_root"();
