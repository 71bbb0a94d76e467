CREATE TABLE "push_alerts" (
	"endpoint" text NOT NULL,
	"id" text NOT NULL,
	"coin_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"side" text NOT NULL,
	"price" text NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "push_alerts_endpoint_id_pk" PRIMARY KEY("endpoint","id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"token_hash" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"kinds" text[] NOT NULL,
	"messages_told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_alerts" ADD CONSTRAINT "push_alerts_endpoint_push_subscriptions_endpoint_fk" FOREIGN KEY ("endpoint") REFERENCES "public"."push_subscriptions"("endpoint") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "push_alerts_pending" ON "push_alerts" USING btree ("endpoint") WHERE "push_alerts"."told_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "push_subscriptions_address" ON "push_subscriptions" USING btree ("address");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "push_subscriptions_token" ON "push_subscriptions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "push_subscriptions_renewed" ON "push_subscriptions" USING btree ("renewed_at");