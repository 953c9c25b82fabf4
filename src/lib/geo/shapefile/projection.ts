import { ContentFault } from '../../faults.js';

/** WGS 84 in longitude and latitude, as ESRI writes it. */
export const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/**
 * Refuses coordinates that are not longitude and latitude of WGS 84, naming what a `.prj` says that they are. Systems within a metre
 * or two of it (ETRS89, NAD83, GDA94 and 2020, CGCS2000) are taken as they are, as maps on the web take them. Throws ContentFault.
 */
export function checkProjection(prj: string): void {
  const [, kind = '', name = ''] = /^\ufeff?\s*(\w+)\s*\[\s*"([^"]*)"/.exec(prj) ?? [];
  const known = /^(?:GEOGCS|GEOGCRS|GEODCRS|BASEGEOGCRS|GEODETICCRS|GEOGRAPHICCRS)$/i.test(kind);
  const plain = name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replace(/[^a-z0-9]/g, '');
  if (known && NEAR_WGS84.test(plain)) return;
  const shown = name === '' ? 'no coordinate system' : JSON.stringify(name.slice(0, 80));
  throw new ContentFault(
    `its coordinates must be longitude and latitude of WGS 84, the .prj file says ${shown}: convert it with "ogr2ogr -t_srs EPSG:4326" first`,
  );
}

const NEAR_WGS84 =
  /^(?:wgs(?:19)?84.*|etrs(?:19)?89|etrf.*|europeanterrestrialreferencesystem1989|nad83.*|northamerican(?:datum)?1983.*|gda(?:19)?94|gda2020|chinageodeticcoordinatesystem2000|cgcs2000|itrf.*|rgf(?:19)?93.*|sirgas2000)$/;
