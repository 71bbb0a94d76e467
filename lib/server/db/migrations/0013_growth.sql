CREATE INDEX "price_points_at" ON "price_points" USING btree ("at");--> statement-breakpoint
CREATE INDEX "transactions_orphaned" ON "transactions" USING btree ("chain_id","orphaned_at") WHERE "transactions"."orphaned_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_orphaned_hash" ON "transactions" USING btree ("tx_hash") WHERE "transactions"."orphaned_at" is not null;