CREATE INDEX IF NOT EXISTS "sessions_address" ON "sessions" USING btree ("address");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transactions_owner_time" ON "transactions" USING btree ("owner","block_time");--> statement-breakpoint
CREATE TABLE "former_avatars" (
	"file" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_signed_in_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
DROP INDEX "transactions_owner";
