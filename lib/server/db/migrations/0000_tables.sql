CREATE TYPE "public"."kind" AS ENUM('deposit', 'presale', 'pledge');--> statement-breakpoint
CREATE TABLE "former_avatars" (
	"file" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
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
	"contract_chain_id" bigint,
	"invite_code" text NOT NULL,
	"inviter" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_signed_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_invite_code_unique" UNIQUE("invite_code")
);
--> statement-breakpoint
CREATE TABLE "article_reads" (
	"address" text NOT NULL,
	"article_id" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_reads_address_article_id_pk" PRIMARY KEY("address","article_id")
);
--> statement-breakpoint
CREATE TABLE "article_texts" (
	"article_id" integer NOT NULL,
	"locale" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"source_hash" text NOT NULL,
	CONSTRAINT "article_texts_article_id_locale_pk" PRIMARY KEY("article_id","locale")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" integer PRIMARY KEY NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"enabled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chains" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"native_symbol" text NOT NULL,
	"rpc_url" text NOT NULL,
	"fallback_rpc_urls" text[] DEFAULT '{}' NOT NULL,
	"server_rpc_url" text NOT NULL,
	"check_rpc_url" text,
	"browser_address" text NOT NULL,
	"browser_tx" text NOT NULL,
	"testnet" boolean NOT NULL,
	"confirmations" integer NOT NULL,
	"finality" text,
	"sort" integer NOT NULL,
	"enabled" boolean NOT NULL,
	"lagging_since" timestamp with time zone
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
CREATE TABLE "operator_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "retired_contracts" (
	"chain_id" bigint NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"until_block" bigint NOT NULL,
	CONSTRAINT "retired_contracts_chain_id_name_address_pk" PRIMARY KEY("chain_id","name","address")
);
--> statement-breakpoint
CREATE TABLE "message_blocks" (
	"address" text NOT NULL,
	"blocked" text NOT NULL,
	CONSTRAINT "message_blocks_address_blocked_pk" PRIMARY KEY("address","blocked")
);
--> statement-breakpoint
CREATE TABLE "message_commits" (
	"group_id" text NOT NULL,
	"epoch" bigint NOT NULL,
	"device_key" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"access_hash" "bytea",
	"missed" text[] NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_commits_group_id_epoch_pk" PRIMARY KEY("group_id","epoch")
);
--> statement-breakpoint
CREATE TABLE "message_contents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"epoch" bigint,
	"access_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "message_devices" (
	"device_key" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"bound_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_groups" (
	"group_id" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"access_hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_images" (
	"id" text PRIMARY KEY NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_key_packages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"device_key" text NOT NULL,
	"content" "bytea" NOT NULL,
	"is_last_resort" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_log" (
	"address" text NOT NULL,
	"length" integer NOT NULL,
	"entry" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "message_log_address_length_pk" PRIMARY KEY("address","length")
);
--> statement-breakpoint
CREATE TABLE "message_queue" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"device_key" text NOT NULL,
	"kind" text NOT NULL,
	"group_id" text NOT NULL,
	"sender" text NOT NULL,
	"content_id" bigint NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_receipts" (
	"group_id" text NOT NULL,
	"device_key" text NOT NULL,
	"message_id" text NOT NULL,
	"missed" text[] NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_receipts_group_id_device_key_message_id_pk" PRIMARY KEY("group_id","device_key","message_id")
);
--> statement-breakpoint
CREATE TABLE "message_releases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reporter" text NOT NULL,
	"reported" text NOT NULL,
	"reason" text NOT NULL,
	"group_id" text,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_usage" (
	"address" text NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL,
	"image_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "message_usage_address_day_pk" PRIMARY KEY("address","day")
);
--> statement-breakpoint
CREATE TABLE "price_points" (
	"coin_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"price" numeric(38, 18) NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "price_points_coin_id_at_pk" PRIMARY KEY("coin_id","at")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"coin_id" integer PRIMARY KEY NOT NULL,
	"price" numeric(38, 18) NOT NULL,
	"sources" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL
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
ALTER TABLE "article_reads" ADD CONSTRAINT "article_reads_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reads" ADD CONSTRAINT "article_reads_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_tokens" ADD CONSTRAINT "coin_tokens_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_tokens" ADD CONSTRAINT "coin_tokens_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_contracts" ADD CONSTRAINT "retired_contracts_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_blocks" ADD CONSTRAINT "message_blocks_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_devices" ADD CONSTRAINT "message_devices_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_key_packages" ADD CONSTRAINT "message_key_packages_device_key_message_devices_device_key_fk" FOREIGN KEY ("device_key") REFERENCES "public"."message_devices"("device_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_log" ADD CONSTRAINT "message_log_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_queue" ADD CONSTRAINT "message_queue_device_key_message_devices_device_key_fk" FOREIGN KEY ("device_key") REFERENCES "public"."message_devices"("device_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_queue" ADD CONSTRAINT "message_queue_content_id_message_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."message_contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_reporter_users_address_fk" FOREIGN KEY ("reporter") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_usage" ADD CONSTRAINT "message_usage_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_owner_users_address_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_address" ON "sessions" USING btree ("address");--> statement-breakpoint
CREATE INDEX "users_avatar" ON "users" USING btree ("avatar");--> statement-breakpoint
CREATE INDEX "users_inviter" ON "users" USING btree ("inviter");--> statement-breakpoint
CREATE INDEX "articles_published_at" ON "articles" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "coin_tokens_coin" ON "coin_tokens" USING btree ("coin_id");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "message_commits_sent_at" ON "message_commits" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_devices_address" ON "message_devices" USING btree ("address");--> statement-breakpoint
CREATE INDEX "message_images_uploaded_at" ON "message_images" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "message_key_packages_device" ON "message_key_packages" USING btree ("device_key");--> statement-breakpoint
CREATE INDEX "message_key_packages_expires_at" ON "message_key_packages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_queue_device" ON "message_queue" USING btree ("device_key","id");--> statement-breakpoint
CREATE INDEX "message_queue_sender" ON "message_queue" USING btree ("device_key","sender");--> statement-breakpoint
CREATE INDEX "message_queue_group" ON "message_queue" USING btree ("device_key","group_id");--> statement-breakpoint
CREATE INDEX "message_queue_content" ON "message_queue" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "message_queue_sent_at" ON "message_queue" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_receipts_sent_at" ON "message_receipts" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_reports_reporter" ON "message_reports" USING btree ("reporter","sent_at");--> statement-breakpoint
CREATE INDEX "message_reports_sent_at" ON "message_reports" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_usage_day" ON "message_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "price_points_at" ON "price_points" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_once" ON "transactions" USING btree ("chain_id","tx_hash","log_index") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_owner_time" ON "transactions" USING btree ("owner","block_time");--> statement-breakpoint
CREATE INDEX "transactions_height" ON "transactions" USING btree ("chain_id","block_number") WHERE "transactions"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_orphaned" ON "transactions" USING btree ("chain_id","orphaned_at") WHERE "transactions"."orphaned_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_orphaned_hash" ON "transactions" USING btree ("tx_hash") WHERE "transactions"."orphaned_at" is not null;--> statement-breakpoint
-- Written by hand, because Drizzle has no triggers: records the contents of deleted queue rows in message_releases.
CREATE FUNCTION "message_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "message_releases" ("content_id") SELECT DISTINCT "content_id" FROM "gone";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "message_queue_release" AFTER DELETE ON "message_queue"
	REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "message_release"();
