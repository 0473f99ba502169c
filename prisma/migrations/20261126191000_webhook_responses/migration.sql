ALTER TABLE "webhook_deliveries" ADD COLUMN "response" TEXT;
ALTER TABLE "webhook_deliveries" ADD COLUMN "start" JSONB;
