ALTER TABLE "account" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "property_access" ADD COLUMN "features" text[];--> statement-breakpoint
CREATE INDEX "account_creator_index" ON "account" USING btree ("created_by");--> statement-breakpoint
-- Sub-administrators keep what they had of their administrator's, and nothing beyond.
DELETE FROM property_access AS own USING account
WHERE account.id = own.account_id AND account.level = 2 AND NOT EXISTS (
  SELECT FROM property_access AS parent
  WHERE parent.account_id = account.created_by AND parent.property_id = own.property_id
);
--> statement-breakpoint
UPDATE property_access AS own
SET features = package.features, package_id = parent.package_id,
  access_since = greatest(own.access_since, parent.access_since)
FROM account, property_access AS parent, permission_package AS package
WHERE account.id = own.account_id AND account.level = 2
  AND parent.account_id = account.created_by AND parent.property_id = own.property_id
  AND package.id = own.package_id;
