CREATE TABLE "message_images" (
	"id" text PRIMARY KEY NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_usage" ADD COLUMN "image_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "message_images_uploaded_at" ON "message_images" USING btree ("uploaded_at");