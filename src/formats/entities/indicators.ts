import { type DomainFinder, openDomainFinder } from '../../engines/public-suffixes.js';
import { walletsIn } from '../../engines/wallet-addresses.js';
import { emailsIn } from '../../lib/entities/emails.js';
import { type Entity, withoutOverlaps } from '../../lib/entities/entity.js';
import { ipAddressesIn } from '../../lib/entities/ip-addresses.js';
import { macAddressesIn } from '../../lib/entities/mac-addresses.js';
import { type RefangedText, refang } from '../../lib/entities/refang.js';
import { attackIdsIn, cvesIn, digestsIn, registryKeysIn, systemNumbersIn } from '../../lib/entities/threat-ids.js';
import { urlsIn } from '../../lib/entities/urls.js';

export const INDICATOR_KINDS = [
  'url',
  'domain',
  'ip',
  'email',
  'md5',
  'sha1',
  'sha256',
  'sha384',
  'sha512',
  'cve',
  'attack',
  'bitcoin',
  'ethereum',
  'asn',
  'mac',
  'registry-key',
] as const;

export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

/** An indicator at a place of the text that was given. */
export interface FoundIndicator extends Entity {
  readonly kind: IndicatorKind;
  readonly isDefanged: boolean;
}

/** Every indicator of a text in order; hosts of URLs too, at their place within the URL. */
export async function findIndicators(text: string, readsDefanged: boolean): Promise<FoundIndicator[]> {
  const plain: RefangedText = readsDefanged ? refang(text) : { text, sourceOf: (offset) => offset };
  const isChanged = (start: number, end: number): boolean =>
    plain.sourceOf(end) - plain.sourceOf(start) !== end - start ||
    text.slice(plain.sourceOf(start), plain.sourceOf(end)) !== plain.text.slice(start, end);
  const domainsIn = await openDomainFinder();
  const found = withoutOverlaps(plain.text, [
    urlsIn(plain.text),
    emailsIn(plain.text),
    await walletsIn(plain.text),
    digestsIn(plain.text),
    registryKeysIn(plain.text),
    cvesIn(plain.text),
    attackIdsIn(plain.text),
    systemNumbersIn(plain.text),
    ipAddressesIn(plain.text),
    macAddressesIn(plain.text),
    domainsIn(plain.text, isChanged),
  ]);
  const hosts = hostsOf(found, domainsIn);
  return [...found, ...hosts]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((entity) => {
      const start = plain.sourceOf(entity.start);
      const end = plain.sourceOf(entity.end);
      return {
        ...entity,
        kind: entity.kind as IndicatorKind,
        start,
        end,
        isDefanged: isChanged(entity.start, entity.end),
      };
    });
}

const HOST = /^(?:[a-z][a-z\d+:.-]*:\/\/)?(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[^/?#:[\]]+)/i;

function hostsOf(found: readonly Entity[], domainsIn: DomainFinder): Entity[] {
  const hosts: Entity[] = [];
  const known = new Map<string, Entity | undefined>();
  for (const { kind, start, value } of found) {
    if (kind !== 'url') continue;
    const [whole = '', host = ''] = HOST.exec(value) ?? [];
    const bare = host.replace(/^\[|\]$/g, '');
    if (!known.has(bare)) known.set(bare, [...ipAddressesIn(bare), ...domainsIn(bare, () => true)][0]);
    const entity = known.get(bare);
    if (entity === undefined || entity.value.length !== bare.length) continue;
    const at = start + whole.length - host.length + (host.startsWith('[') ? 1 : 0);
    hosts.push({ ...entity, start: at, end: at + bare.length });
  }
  return hosts;
}
