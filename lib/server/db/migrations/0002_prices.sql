CREATE TABLE "price_points" (
	"coin_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"price" numeric(38, 18) NOT NULL,
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
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_coin_id_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."coins"("id") ON DELETE no action ON UPDATE no action;