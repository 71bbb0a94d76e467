ALTER TYPE "public"."kind" ADD VALUE 'sendBalance';--> statement-breakpoint
ALTER TYPE "public"."kind" ADD VALUE 'receiveBalance';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "transactions_event" ON "transactions" USING btree ("chain_id","tx_hash","log_index","kind") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX "transactions_once";
