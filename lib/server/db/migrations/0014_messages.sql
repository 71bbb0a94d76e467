CREATE TABLE "message_devices" (
	"device_key" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"bound_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_groups" (
	"group_id" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
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
	"content" "bytea" NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_devices" ADD CONSTRAINT "message_devices_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_key_packages" ADD CONSTRAINT "message_key_packages_device_key_message_devices_device_key_fk" FOREIGN KEY ("device_key") REFERENCES "public"."message_devices"("device_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_log" ADD CONSTRAINT "message_log_address_users_address_fk" FOREIGN KEY ("address") REFERENCES "public"."users"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_queue" ADD CONSTRAINT "message_queue_device_key_message_devices_device_key_fk" FOREIGN KEY ("device_key") REFERENCES "public"."message_devices"("device_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_devices_address" ON "message_devices" USING btree ("address");--> statement-breakpoint
CREATE INDEX "message_key_packages_device" ON "message_key_packages" USING btree ("device_key");--> statement-breakpoint
CREATE INDEX "message_key_packages_expires_at" ON "message_key_packages" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_queue_device" ON "message_queue" USING btree ("device_key","id");--> statement-breakpoint
CREATE INDEX "message_queue_sent_at" ON "message_queue" USING btree ("sent_at");