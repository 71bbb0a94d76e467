-- Conversations of before have no access values, so nothing can be sent in them anymore.
TRUNCATE "message_queue", "message_groups";--> statement-breakpoint
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
	"content" "bytea" NOT NULL
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
	CONSTRAINT "message_usage_address_day_pk" PRIMARY KEY("address","day")
);
--> statement-breakpoint
ALTER TABLE "message_groups" ADD COLUMN "access_hash" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "message_queue" ADD COLUMN "sender" text NOT NULL;--> statement-breakpoint
ALTER TABLE "message_queue" ADD COLUMN "content_id" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "message_blocks" ADD CONSTRAINT "message_blocks_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_reporter_users_address_fk" FOREIGN KEY ("reporter") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_usage" ADD CONSTRAINT "message_usage_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_commits_sent_at" ON "message_commits" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_receipts_sent_at" ON "message_receipts" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_reports_reporter" ON "message_reports" USING btree ("reporter","sent_at");--> statement-breakpoint
CREATE INDEX "message_reports_sent_at" ON "message_reports" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "message_usage_day" ON "message_usage" USING btree ("day");--> statement-breakpoint
ALTER TABLE "message_queue" ADD CONSTRAINT "message_queue_content_id_message_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."message_contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_queue_sender" ON "message_queue" USING btree ("device_key","sender");--> statement-breakpoint
CREATE INDEX "message_queue_content" ON "message_queue" USING btree ("content_id");--> statement-breakpoint
ALTER TABLE "message_queue" DROP COLUMN "content";--> statement-breakpoint
CREATE FUNCTION "message_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "message_releases" ("content_id") SELECT DISTINCT "content_id" FROM "gone";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "message_queue_release" AFTER DELETE ON "message_queue"
	REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "message_release"();
