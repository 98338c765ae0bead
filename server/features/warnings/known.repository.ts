import { featureOfAlert } from '../../warnings/featureOfAlert.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { visibleProperties } from '../property/visible.repository.ts';

/** What is told of a device, of `property`, `device`, `tenant`, who may be nobody, and `access_since`. */
export const about = `property.name AS property_name, time_zone, category, serial_number, place, tenant_name,
    reading_interval, greatest(access_since, moved_in) AS visible_since, ${seenSince.instant} AS since`;

/**
 * SQL for the devices that an account may see, of one property or of all, as `known`: `$1` is the
 * account, `$2` the licensing features. Gathered once, for row-level security hides from the planner
 * how many there are, and it would look for each warning's device and tenant apart.
 */
export const known = (ofProperty = '', how = 'MATERIALIZED') => `WITH known AS ${how} (
  SELECT property.id AS property_id, features, access_since, device.id AS device_id, ${about}
  FROM (${visibleProperties('$1', '$2')}) AS visible
    JOIN property ON property.id = visible.property_id
    JOIN device ON device.property_id = property.id
    LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = device.tenant_id
  ${ofProperty})`;

/**
 * Their warnings. A property's package has to hold the feature of the warning's type; what was over
 * before the account may see anything, or before the tenant moved in, is nobody's business.
 */
export const seen = (warnings = 'warning') => `${warnings} JOIN known USING (property_id, device_id)
  WHERE withdrawn_at IS NULL AND ${featureOfAlert} = ANY (features)
    AND ${seenSince.isSeen()}`;

/**
 * The same without their devices, which needn't be gathered where nothing of them is asked for: a
 * hundred thousand take a third of a second. Only tenants who moved in some day have a first day.
 */
export const houses = `WITH house AS MATERIALIZED (
    SELECT property.id AS property_id, property.name AS property_name, time_zone, features, access_since
    FROM (${visibleProperties('$1', '$2')}) AS visible JOIN property ON property.id = visible.property_id
  ), dated AS MATERIALIZED (
    SELECT device.property_id, device.id AS device_id, moved_in
    FROM tenant JOIN device ON device.property_id = tenant.property_id AND device.tenant_id = tenant.id
    WHERE moved_in IS NOT NULL
  )`;
export const seenInHouses = `(SELECT warning.*, property_name, time_zone, features, access_since,
      ${seenSince.instant} AS since
    FROM warning JOIN house USING (property_id) LEFT JOIN dated USING (property_id, device_id)) AS warning
  WHERE withdrawn_at IS NULL AND ${featureOfAlert} = ANY (features) AND ${seenSince.isSeen()}`;

/**
 * SQL for the first and last local day of a warning as an account sees it: what began before the
 * access, or the tenant, begins with that.
 */
export const seenDays = {
  first: `(${seenSince.firstOccurrence} AT TIME ZONE time_zone)::date`,
  last: `greatest((first_occurrence AT TIME ZONE time_zone)::date,
    ((last_occurrence - interval '1 millisecond') AT TIME ZONE time_zone)::date)`,
} as const;
