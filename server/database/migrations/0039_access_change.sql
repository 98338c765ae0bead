CREATE TABLE "access_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"properties" integer DEFAULT 0 NOT NULL,
	"rows" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "access_change_account_index" ON "access_change" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "access_change_at_index" ON "access_change" USING btree ("at");--> statement-breakpoint
SELECT meterhouse_guard('access_change');
