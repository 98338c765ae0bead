DROP INDEX "activity_log_at_index";--> statement-breakpoint
ALTER TABLE "activity_log" ADD COLUMN "country" text;--> statement-breakpoint
CREATE INDEX "activity_log_actor_index" ON "activity_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "activity_log_country_index" ON "activity_log" USING btree ("country","at","id");--> statement-breakpoint
CREATE INDEX "activity_log_type_index" ON "activity_log" USING btree ("country","type","at","id");--> statement-breakpoint
UPDATE activity_log SET country = coalesce(
  (SELECT country FROM account WHERE account.id = affected_id),
  (SELECT country FROM account WHERE account.id = actor_id)
);
--> statement-breakpoint
CREATE FUNCTION meterhouse_only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the activity log only grows', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege', HINT = 'docs/activity-log.md says what the law may demand.';
END
$$;
--> statement-breakpoint
-- Once for a statement, so that even one that finds no row is refused.
CREATE TRIGGER activity_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_log
FOR EACH STATEMENT EXECUTE FUNCTION meterhouse_only_grows();
--> statement-breakpoint
-- Also where a session says that it is a replica, which leaves out ordinary triggers.
ALTER TABLE activity_log ENABLE ALWAYS TRIGGER activity_log_only_grows;
