ALTER TABLE "message_contents" ADD COLUMN "epoch" bigint;--> statement-breakpoint
ALTER TABLE "message_contents" ADD COLUMN "access_hash" "bytea";