/** Shortest lines on the WGS 84 ellipsoid, by Karney's algorithms (GeographicLib): right to 15 nanometres. */

import type { Place } from '../lib/geo/place-text.js';

interface Line {
  readonly meters: number;
  /** Degrees clockwise from north, 0 to 360: at the start, and at the end in the direction of travel. */
  readonly initialBearing: number;
  readonly finalBearing: number;
}

export interface Geodesics {
  readonly inverse: (from: Place, to: Place) => Line;
  readonly direct: (
    from: Place,
    bearing: number,
    meters: number,
  ) => { readonly place: Place; readonly finalBearing: number };
  /** Area in square metres, positive where the places run counter-clockwise, and perimeter in metres. */
  readonly polygon: (places: readonly Place[]) => { readonly area: number; readonly perimeter: number };
}

const turn = (degrees: number): number => {
  const positive = ((degrees % 360) + 360) % 360;
  return positive === 360 ? 0 : positive;
};

export async function openGeodesics(): Promise<Geodesics> {
  const { default: geodesic } = await import('geographiclib-geodesic');
  const earth = geodesic.Geodesic.WGS84;
  return {
    inverse: (from, to) => {
      const { s12 = 0, azi1 = 0, azi2 = 0 } = earth.Inverse(from.latitude, from.longitude, to.latitude, to.longitude);
      return { meters: s12, initialBearing: turn(azi1), finalBearing: turn(azi2) };
    },
    direct: (from, bearing, meters) => {
      const { lat2 = 0, lon2 = 0, azi2 = 0 } = earth.Direct(from.latitude, from.longitude, bearing, meters);
      return { place: { latitude: lat2, longitude: lon2 }, finalBearing: turn(azi2) };
    },
    polygon: (places) => {
      const polygon = earth.Polygon(false);
      for (const { latitude, longitude } of places) polygon.AddPoint(latitude, longitude);
      const { area = 0, perimeter } = polygon.Compute(false, true);
      return { area, perimeter };
    },
  };
}
