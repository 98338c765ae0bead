/** How many stored integers one of a device's unit is (server/database/tables.ts). */
export const micro = 1_000_000;
/** The places after the point that they hold. */
export const microPlaces = 6;
