import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const lookup = require('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string;

/** The zone of a place by a simplified map: near borders it may be the neighbour's. At sea, zones of fixed offset. */
export const zoneNameAt = (latitude: number, longitude: number): string => lookup(latitude, longitude);
