ALTER TABLE "chains" ADD COLUMN "finality" text;
