CREATE TYPE "public"."kind" AS ENUM('deposit', 'presale', 'pledge');--> statement-breakpoint
CREATE TABLE "nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"uri" text NOT NULL,
	"statement" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"address" text PRIMARY KEY NOT NULL,
	"name" text,
	"avatar" text,
	"invite_code" text NOT NULL,
	"inviter" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_invite_code_unique" UNIQUE("invite_code")
);
--> statement-breakpoint
CREATE TABLE "chains" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"native_symbol" text NOT NULL,
	"rpc_url" text NOT NULL,
	"server_rpc_url" text NOT NULL,
	"browser_address" text NOT NULL,
	"browser_tx" text NOT NULL,
	"testnet" boolean NOT NULL,
	"confirmations" integer NOT NULL,
	"sort" integer NOT NULL,
	"enabled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coin_tokens" (
	"coin_id" integer NOT NULL,
	"chain_id" bigint NOT NULL,
	"address" text,
	"decimals" integer NOT NULL,
	CONSTRAINT "coin_tokens_chain_address" UNIQUE NULLS NOT DISTINCT("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "coins" (
	"id" integer PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"icon" text NOT NULL,
	"sort" integer NOT NULL,
	"enabled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"chain_id" bigint NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "contracts_chain_id_name_pk" PRIMARY KEY("chain_id","name")
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"rate" numeric NOT NULL,
	"rate_at" timestamp with time zone NOT NULL,
	"is_default" boolean NOT NULL,
	CONSTRAINT "currencies_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "languages" (
	"id" integer PRIMARY KEY NOT NULL,
	"lang_key" text NOT NULL,
	"language" text NOT NULL,
	"lang_icon" text NOT NULL,
	"is_default" boolean NOT NULL,
	"status" boolean NOT NULL,
	"sort" integer NOT NULL,
	CONSTRAINT "languages_lang_key_unique" UNIQUE("lang_key")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" "kind" NOT NULL,
	"chain_id" bigint NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"owner" text NOT NULL,
	"coin_id" integer NOT NULL,
	"amount_raw" numeric(78, 0) NOT NULL,
	"decimals" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"orphaned_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_inviter_users_address_fk" FOREIGN KEY ("inviter") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_tokens" ADD CONSTRAINT "coin_tokens_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_tokens" ADD CONSTRAINT "coin_tokens_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_owner_users_address_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "coin_tokens_coin" ON "coin_tokens" USING btree ("coin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_once" ON "transactions" USING btree ("chain_id","tx_hash","log_index") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_owner" ON "transactions" USING btree ("owner","block_time") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_height" ON "transactions" USING btree ("chain_id","block_number") WHERE "transactions"."orphaned_at" is null;