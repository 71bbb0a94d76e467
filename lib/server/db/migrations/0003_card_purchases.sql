CREATE INDEX IF NOT EXISTS "card_operations_accepted" ON "card_operations" USING btree ("chain_id","created_at") WHERE "card_operations"."state" = 'posted' and "card_operations"."reason" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "card_requests_created" ON "card_requests" USING btree ("card_id","created_at");--> statement-breakpoint
DROP INDEX IF EXISTS "card_requests_card";
