CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"sender" text NOT NULL,
	"nonce" bigint NOT NULL,
	"to" text NOT NULL,
	"data" text NOT NULL,
	"gas" bigint NOT NULL,
	"max_fee" numeric(78, 0) NOT NULL,
	"max_tip" numeric(78, 0) NOT NULL,
	"raw" text NOT NULL,
	"hashes" text[] NOT NULL,
	"signed_at_block" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mined_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"fee_paid" numeric(78, 0),
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "senders" (
	"role" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"balance" numeric(78, 0) NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	CONSTRAINT "senders_role_chain_id_pk" PRIMARY KEY("role","chain_id")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"route" text NOT NULL,
	"contract" text NOT NULL,
	"owner" text NOT NULL,
	"token" text NOT NULL,
	"to" text NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"nonce" numeric(78, 0) NOT NULL,
	"deadline" bigint NOT NULL,
	"signature" text NOT NULL,
	"proof" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reverts" integer DEFAULT 0 NOT NULL,
	"outbox_id" bigint,
	"queued_at_block" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tx_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "senders" ADD CONSTRAINT "senders_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_users_address_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "outbox_nonce" ON "outbox" USING btree ("chain_id","sender","nonce");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_open" ON "outbox" USING btree ("chain_id","role") WHERE "outbox"."settled_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_day" ON "outbox" USING btree ("chain_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transfers_owner" ON "transfers" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transfers_undecided" ON "transfers" USING btree ("chain_id","created_at") WHERE "transfers"."settled_at" is null and "transfers"."state" <> 'confirmed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transfers_confirmed" ON "transfers" USING btree ("chain_id","block_number") WHERE "transfers"."settled_at" is null and "transfers"."state" = 'confirmed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transfers_created" ON "transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transfers_outbox" ON "transfers" USING btree ("outbox_id");--> statement-breakpoint
ALTER TYPE "public"."kind" ADD VALUE 'sendBalance';--> statement-breakpoint
ALTER TYPE "public"."kind" ADD VALUE 'receiveBalance';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "transactions_event" ON "transactions" USING btree ("chain_id","tx_hash","log_index","kind") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX "transactions_once";
