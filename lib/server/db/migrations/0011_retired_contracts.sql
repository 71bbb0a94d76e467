CREATE TABLE "retired_contracts" (
	"chain_id" bigint NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"until_block" bigint NOT NULL,
	CONSTRAINT "retired_contracts_chain_id_name_address_pk" PRIMARY KEY("chain_id","name","address")
);
--> statement-breakpoint
ALTER TABLE "chains" ADD COLUMN "check_rpc_url" text;--> statement-breakpoint
ALTER TABLE "retired_contracts" ADD CONSTRAINT "retired_contracts_chain_id_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("id") ON DELETE no action ON UPDATE no action;