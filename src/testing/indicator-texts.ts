/** Reports on attacks in five languages with indicators at known places, defanged as reports do, and what looks like them. */
import { type Chance, pick } from './chance.js';
import { type Makers, type PlantedText, plantedText } from './planted-texts.js';

const hex = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance(16).toString(16)).join('');
const word = (chance: Chance): string =>
  pick(chance, ['update', 'login', 'cdn', 'secure-mail', 'kunden', 'paiement', 'correo', 'x1']) + chance(999);
const host = (chance: Chance): string =>
  `${word(chance)}.${word(chance)}.${pick(chance, ['com', 'net', 'ru', 'co.uk', 'de', 'xyz', 'top', 'info', 'com.br'])}`;
const ipv4 = (chance: Chance): string => [1 + chance(223), chance(256), chance(256), 1 + chance(254)].join('.');
const dotted = (chance: Chance, plain: string): string =>
  pick(chance, [
    plain,
    plain.replaceAll('.', '[.]'),
    plain.replace(/\.(?=[^.]*$)/, '[.]'),
    plain.replaceAll('.', '(.)'),
    plain.replaceAll('.', '[dot]'),
  ]);

const MAKERS: Makers = {
  domain: (chance) => {
    const plain = host(chance);
    return [dotted(chance, plain), plain];
  },
  ip: (chance) => {
    const plain = ipv4(chance);
    return [pick(chance, [plain, plain.replaceAll('.', '[.]'), plain.replace(/\.(?=[^.]*$)/, '[.]')]), plain];
  },
  ip6: (chance) => `2a01:${hex(chance, 4)}:${hex(chance, 3)}::1`,
  url: (chance) => {
    const rest = `${host(chance)}/${pick(chance, ['a/b.php?id=', 'gate_', 'x/'])}${chance(999)}`;
    const scheme = pick(chance, ['http', 'https']);
    const defanged = dotted(chance, rest.slice(0, rest.indexOf('/'))) + rest.slice(rest.indexOf('/'));
    return [
      `${pick(chance, [scheme, scheme.replace('tt', 'xx')])}${pick(chance, ['://', '[:]//', '[://]'])}${defanged}`,
      `${scheme}://${rest}`,
    ];
  },
  email: (chance) => {
    const plain = `${word(chance)}@${host(chance)}`;
    return [pick(chance, [plain, plain.replace('@', '[@]').replaceAll('.', '[.]'), plain.replace('@', '(at)')]), plain];
  },
  md5: (chance) => hex(chance, 32),
  sha1: (chance) => hex(chance, 40),
  sha256: (chance) => [hex(chance, 64)].map((one) => pick(chance, [one, one.toUpperCase()]))[0] ?? '',
  cve: (chance) => `CVE-20${10 + chance(15)}-${1000 + chance(98_999)}`,
  attack: (chance) => `T1${100 + chance(500)}${pick(chance, ['', '.001', '.003'])}`,
  bitcoin: (chance) =>
    pick(chance, [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ]),
  ethereum: (chance) =>
    pick(chance, [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    ]),
  // What is not an indicator.
  file: (chance) =>
    `${pick(chance, ['setup', 'main', 'invoice_2023', 'loader', 'README'])}.${pick(chance, ['exe', 'dll', 'py', 'sh', 'pdf', 'docx', 'zip', 'md', 'js', 'tar.gz'])}`,
  version: (chance) => `${chance(20)}.${chance(30)}.${chance(99)}`,
  version4: (chance) => `version ${1 + chance(20)}.${chance(30)}.${chance(99)}.${chance(200)}`,
  uuid: (chance) => hex(chance, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  member: (chance) =>
    pick(chance, ['os.path', 'System.out', 'document.write', 'this.name', 'e.g.', 'i.e.', 'z.B.', 'p.ej.']),
  time: (chance) => `${10 + chance(14)}:${10 + chance(50)}:${10 + chance(50)}`,
  amount: (chance) => `${chance(999)}.${100 + chance(899)},${10 + chance(89)}`,
  wrongBitcoin: () => '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  wrongEthereum: () => '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  model: (chance) => `Model T${chance(900)} and S${chance(90)}`,
};

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The sample {md5:md5} beacons to {url:url} and to {ip:ip}.',
    'Traffic from {domain:domain}, {ip:ip6} and {email:email}, technique {attack:attack}.',
    'Exploits {cve:cve}; SHA-256: {sha256:sha256}. Ransom to {bitcoin:bitcoin} or {ethereum:ethereum}.',
    'It drops {file} in {version4} at {time}, {member} is called, id {uuid}.',
    'See {file} of {version}.It costs {amount}; {wrongBitcoin} and {wrongEthereum} are typos of {model}.',
  ],
  de: [
    'Die Datei {sha1:sha1} lädt {url:url} nach und meldet sich bei {domain:domain}.',
    'Absender war {email:email} von {ip:ip}; Lücke {cve:cve}.',
    'In {file} ({version}) steht {member} um {time} Uhr, Kosten {amount} Euro, Vorgang {uuid}.',
  ],
  fr: [
    'Le fichier {sha256:sha256} contacte {domain:domain} puis {url:url}.',
    'Adresse {ip:ip}, courriel {email:email}, technique {attack:attack}.',
    'Le script {file} en {version} utilise {member} à {time}, montant {amount}.',
  ],
  es: [
    'La muestra {md5:md5} se conecta a {ip:ip} y {domain:domain}.',
    'Enlace {url:url}, correo {email:email}, fallo {cve:cve}.',
    'El archivo {file}, versión {version}, a las {time}, {member}, {uuid}.',
  ],
  it: [
    'Il campione {sha1:sha1} contatta {url:url} da {ip:ip}.',
    'Dominio {domain:domain}, mail {email:email}.',
    'Il file {file} ({version}) usa {member}, codice {uuid}.',
  ],
};

export const INDICATOR_LANGUAGES = Object.keys(SENTENCES);

export const indicatorText = (language: string, seed: number, sentences: number): PlantedText =>
  plantedText(SENTENCES[language] ?? [], MAKERS, seed, sentences);
