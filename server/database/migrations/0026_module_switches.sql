CREATE TABLE "module_switch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "module_switch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"module" text NOT NULL,
	"is_on" boolean,
	"reason" text NOT NULL,
	"actor_id" bigint NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "module_switch_module_index" ON "module_switch" USING btree ("country","module","id");--> statement-breakpoint
-- Like the activity log: what support has switched is never rewritten.
CREATE TRIGGER module_switch_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON module_switch
FOR EACH STATEMENT EXECUTE FUNCTION meterhouse_only_grows();
--> statement-breakpoint
ALTER TABLE module_switch ENABLE ALWAYS TRIGGER module_switch_only_grows;
