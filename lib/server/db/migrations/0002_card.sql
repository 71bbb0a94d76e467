CREATE TABLE "card_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"contract" text NOT NULL,
	"owner" text NOT NULL,
	"token" text NOT NULL,
	"kind" text NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation_id" bigint
);
--> statement-breakpoint
CREATE TABLE "card_mirrors" (
	"chain_id" bigint PRIMARY KEY NOT NULL,
	"contract" text NOT NULL,
	"block_number" bigint NOT NULL,
	"grace" integer NOT NULL,
	"block_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "card_withdrawals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"to" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"nonce" numeric(78, 0),
	"deadline" bigint,
	"digest" text,
	"signature" text,
	"tx_hash" text,
	"block_number" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_events" (
	"id" text PRIMARY KEY NOT NULL,
	"reply" jsonb,
	"content" jsonb,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"set_aside_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "card_operations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"card_id" text NOT NULL,
	"chain_card" bigint NOT NULL,
	"hold_id" text NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"approved_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"over_capture_bps" integer,
	"counted_on" date,
	"authorization_id" text,
	"event_id" text,
	"reference" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"sequence" integer,
	"chain_hold_id" text,
	"outbox_id" bigint,
	"tx_hash" text,
	"block_number" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_requests" (
	"event_id" text PRIMARY KEY NOT NULL,
	"authorization_id" text NOT NULL,
	"position" integer,
	"card_id" text NOT NULL,
	"account_id" bigint,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"merchant_amount" bigint NOT NULL,
	"merchant_currency" text NOT NULL,
	"merchant_id" text NOT NULL,
	"merchant_name" text,
	"merchant_category" text NOT NULL,
	"merchant_city" text,
	"merchant_country" text,
	"is_approved" boolean NOT NULL,
	"reason" text NOT NULL,
	"approved_amount" bigint NOT NULL,
	"reserved_raw" numeric(78, 0) NOT NULL,
	"price" numeric(38, 18),
	"price_at" timestamp with time zone,
	"margin_bps" integer,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"counted_on" date,
	"ms" integer NOT NULL,
	"outcome_at" timestamp with time zone,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "card_authorizations" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"status" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_lists" (
	"kind" text PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"authorization_id" text,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"merchant_amount" bigint NOT NULL,
	"merchant_currency" text NOT NULL,
	"merchant_name" text,
	"price" numeric(38, 18) NOT NULL,
	"margin_bps" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"contract" text NOT NULL,
	"owner" text NOT NULL,
	"token" text NOT NULL,
	"coin_id" integer NOT NULL,
	"decimals" integer NOT NULL,
	"balance" numeric(78, 0) DEFAULT 0 NOT NULL,
	"unconfirmed" numeric(78, 0) DEFAULT 0 NOT NULL,
	"held" numeric(78, 0) DEFAULT 0 NOT NULL,
	"leaving" numeric(78, 0) DEFAULT 0 NOT NULL,
	"recovery_ready_at" timestamp with time zone,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_at" timestamp with time zone,
	"unplaced" numeric(78, 0) DEFAULT 0 NOT NULL,
	"owed" numeric(78, 0) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_holders" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"country" text NOT NULL,
	"status" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_settlements" (
	"chain_id" bigint NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"account_id" bigint NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_settlements_chain_id_tx_hash_log_index_pk" PRIMARY KEY("chain_id","tx_hash","log_index")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" text PRIMARY KEY NOT NULL,
	"holder_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"chain_card" bigint,
	"type" text NOT NULL,
	"last_four" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"issuer_status" text DEFAULT 'active' NOT NULL,
	"read_at" timestamp with time zone,
	"issuer_set_status" text DEFAULT 'active',
	"issuer_day_limit" bigint,
	"issuer_month_limit" bigint,
	"shipping_status" text,
	"replaces" text,
	"blocked_merchants" text[] DEFAULT '{}' NOT NULL,
	"day_limit" numeric(78, 0) NOT NULL,
	"month_limit" numeric(78, 0) NOT NULL,
	"offline_limit" numeric(78, 0) NOT NULL,
	"over_capture_bps" integer NOT NULL,
	"used_on" date,
	"used_per_day" numeric(78, 0) DEFAULT 0 NOT NULL,
	"used_per_month" numeric(78, 0) DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_entries" ADD CONSTRAINT "card_entries_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_entries" ADD CONSTRAINT "card_entries_operation_id_card_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."card_operations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_mirrors" ADD CONSTRAINT "card_mirrors_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_withdrawals" ADD CONSTRAINT "card_withdrawals_account_id_card_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."card_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_operations" ADD CONSTRAINT "card_operations_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_operations" ADD CONSTRAINT "card_operations_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_operations" ADD CONSTRAINT "card_operations_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_requests" ADD CONSTRAINT "card_requests_account_id_card_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."card_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_authorizations" ADD CONSTRAINT "card_authorizations_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_disputes" ADD CONSTRAINT "card_disputes_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_transactions" ADD CONSTRAINT "card_transactions_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD CONSTRAINT "card_accounts_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD CONSTRAINT "card_accounts_owner_users_address_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_accounts" ADD CONSTRAINT "card_accounts_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_holders" ADD CONSTRAINT "card_holders_owner_users_address_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_settlements" ADD CONSTRAINT "card_settlements_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_settlements" ADD CONSTRAINT "card_settlements_account_id_card_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."card_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_holder_id_card_holders_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."card_holders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_card_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."card_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_replaces_cards_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_entries_event" ON "card_entries" USING btree ("chain_id","tx_hash","log_index","owner");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_entries_account" ON "card_entries" USING btree ("owner","chain_id","token","block_number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_entries_block" ON "card_entries" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_entries_operation" ON "card_entries" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_withdrawals_account" ON "card_withdrawals" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_withdrawals_open" ON "card_withdrawals" USING btree ("id") WHERE "card_withdrawals"."state" in ('requested', 'signed');--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_withdrawals_digest" ON "card_withdrawals" USING btree ("digest");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_withdrawals_block" ON "card_withdrawals" USING btree ("block_number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_events_open" ON "card_events" USING btree ("next_at") WHERE "card_events"."content" is not null and "card_events"."applied_at" is null and "card_events"."set_aside_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_events_received" ON "card_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_events_set_aside" ON "card_events" USING btree ("set_aside_at") WHERE "card_events"."set_aside_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_open" ON "card_operations" USING btree ("chain_id","id") WHERE "card_operations"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_waiting" ON "card_operations" USING btree ("card_id") WHERE "card_operations"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_hold" ON "card_operations" USING btree ("hold_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_chain_hold" ON "card_operations" USING btree ("chain_hold_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_authorization" ON "card_operations" USING btree ("authorization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_event" ON "card_operations" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_reference" ON "card_operations" USING btree ("reference");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_card" ON "card_operations" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_outbox" ON "card_operations" USING btree ("outbox_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_block" ON "card_operations" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_refused" ON "card_operations" USING btree ("chain_id","created_at") WHERE "card_operations"."state" = 'refused' or ("card_operations"."state" = 'canceled' and "card_operations"."kind" = 'credit');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_operations_unfunded" ON "card_operations" USING btree ("id") WHERE "card_operations"."kind" = 'credit' and "card_operations"."state" = 'refused' and "card_operations"."reason" = 'InsufficientSettled';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_authorization" ON "card_requests" USING btree ("authorization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_card" ON "card_requests" USING btree ("card_id","decided_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_account" ON "card_requests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_open" ON "card_requests" USING btree ("decided_at") WHERE "card_requests"."reserved_raw" > 0 and "card_requests"."outcome_at" is null and "card_requests"."released_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_declined" ON "card_requests" USING btree ("decided_at") WHERE not "card_requests"."is_approved";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_authorizations_card" ON "card_authorizations" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_authorizations_pending" ON "card_authorizations" USING btree ("next_read_at") WHERE "card_authorizations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_disputes_card" ON "card_disputes" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_disputes_transaction" ON "card_disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_transactions_card" ON "card_transactions" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_transactions_authorization" ON "card_transactions" USING btree ("authorization_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_accounts_token" ON "card_accounts" USING btree ("chain_id","contract","owner","token");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_accounts_owner" ON "card_accounts" USING btree ("owner");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_accounts_block" ON "card_accounts" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_accounts_unconfirmed" ON "card_accounts" USING btree ("chain_id") WHERE "card_accounts"."unconfirmed" > 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_accounts_owing" ON "card_accounts" USING btree ("chain_id") WHERE "card_accounts"."owed" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "card_holders_owner" ON "card_holders" USING btree ("owner");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_holders_read" ON "card_holders" USING btree (coalesce("read_at", '-infinity'::timestamptz));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_settlements_account" ON "card_settlements" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_holder" ON "cards" USING btree ("holder_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_account" ON "cards" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_read" ON "cards" USING btree (coalesce("read_at", '-infinity'::timestamptz)) WHERE "cards"."issuer_status" <> 'canceled';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cards_to_follow" ON "cards" USING btree ("created_at") WHERE "cards"."issuer_status" <> 'canceled' and "cards"."issuer_set_status" is distinct from case when "cards"."status" = 'closed' then 'canceled' when "cards"."status" = 'frozen' then 'inactive'
    when "cards"."type" = 'physical' and "cards"."shipping_status" is distinct from 'delivered' then 'inactive' else 'active' end;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "cards_chain_card" ON "cards" USING btree ("chain_card","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "cards_replaces" ON "cards" USING btree ("replaces");