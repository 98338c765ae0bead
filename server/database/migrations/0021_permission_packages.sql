ALTER TABLE "permission_package" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "property_access_package_index" ON "property_access" USING btree ("package_id","account_id");--> statement-breakpoint
-- Written by hand: names that are there twice are told apart before they may be there only once.
UPDATE permission_package SET name = name || ' (' || id || ')' WHERE EXISTS (
  SELECT FROM permission_package AS other
  WHERE other.country = permission_package.country
    AND lower(other.name) = lower(permission_package.name) AND other.id < permission_package.id
);--> statement-breakpoint
CREATE UNIQUE INDEX "permission_package_name_key" ON "permission_package" USING btree ("country",lower("name"));
