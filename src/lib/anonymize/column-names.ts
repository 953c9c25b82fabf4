/** What the name of a column says of its cells, in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. */
const COLUMN_KINDS = [
  'first-name',
  'last-name',
  'name',
  'email',
  'phone',
  'street',
  'city',
  'postal-code',
  'company',
  'birth-date',
  'national-id',
  'iban',
  'card',
  'ip',
  'mac',
  'user-name',
  'secret',
  'location',
] as const;

export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Words between separators, or a whole name. The first that fits counts. */
const NAMES: readonly (readonly [kind: ColumnKind, words: RegExp])[] = [
  ['email', /^(?:e ?mail|mail|correo(?: electrónico)?|courriel|posta elettronica)$|(?:^| )e ?mail(?: |$)/],
  [
    'company',
    /(?:^| )(?:company|firma|unternehmen|entreprise|société|empresa|azienda|bedrijf|organi[sz]ation|employer)(?: |$)/,
  ],
  [
    'first-name',
    /(?:^| )(?:first ?name|given ?name|forename|vorname|prénom|prenom|nombre de pila|nome proprio|primeiro nome|voornaam|imię|imie|fname)(?: |$)/,
  ],
  [
    'last-name',
    /(?:^| )(?:last ?name|sur ?name|family ?name|nachname|familienname|nom de famille|apellidos?|cognome|sobrenome|apelido|achternaam|nazwisko|lname)(?: |$)/,
  ],
  [
    'user-name',
    /(?:^| )(?:user ?name|login|benutzername|identifiant|usuario|utente|gebruikersnaam|handle|nickname)(?: |$)/,
  ],
  [
    'name',
    /^(?:name|nom|nombre|nome|naam|full ?name|(?:customer|client|patient|contact|employee|person|student|kunden?|cliente?|pacjent) ?(?:name|nom|nombre|nome)|imię i nazwisko|nom complet|nombre completo|nome completo|volledige naam|vollständiger name)$/,
  ],
  [
    'phone',
    /(?:^| )(?:phone|tele ?phone|tel|mobile?|cell(?: ?phone)?|fax|telefon(?:nummer)?|handy|téléphone|portable|teléfono|móvil|telefono|cellulare|telefone|celular|telemóvel|telefoon|komórka)(?: |$)/,
  ],
  [
    'birth-date',
    /(?:^| )(?:dob|birth ?date|birth ?day|date of birth|born|geburtsdatum|geburtstag|date de naissance|naissance|fecha de nacimiento|nacimiento|data di nascita|data de nascimento|nascimento|geboortedatum|data urodzenia)(?: |$)/,
  ],
  [
    'postal-code',
    /(?:^| )(?:zip(?: ?code)?|post(?:al)? ?code|plz|postleitzahl|code postal|código postal|codigo postal|cap|cep|kod pocztowy)(?: |$)/,
  ],
  [
    'street',
    /(?:^| )(?:street|address|addr|strasse|straße|adresse|anschrift|rue|dirección|direccion|calle|indirizzo|via|endereço|endereco|rua|straat|adres|ulica)(?: |$)/,
  ],
  ['city', /(?:^| )(?:city|town|ort|stadt|wohnort|ville|ciudad|città|citta|cidade|stad|plaats|miasto)(?: |$)/],
  [
    'national-id',
    /(?:^| )(?:ssn|social security|steuer ?id|nir|dni|nie|nif|codice fiscale|bsn|pesel|nhs|nino|cpf|personnummer|hetu|ahv|aadhaa?r|sin|tfn|passport|pass ?nr|national id)(?: |$)/,
  ],
  ['iban', /(?:^| )(?:iban|bank ?account|konto(?:nummer)?)(?: |$)/],
  ['card', /(?:^| )(?:credit ?card|card ?(?:number|no|nr)|kreditkarte|pan)(?: |$)/],
  ['ip', /(?:^| )(?:ip|ip ?address|ip ?adresse|client ip|remote addr)(?: |$)/],
  ['mac', /(?:^| )(?:mac|mac ?address)(?: |$)/],
  ['secret', /(?:^| )(?:password|passwd|secret|token|api ?key|passwort|mot de passe|contraseña|senha)(?: |$)/],
  ['location', /^(?:lat|latitude|lng|lon|long|longitude|geo|coordinates)$/],
];

/** `customerFirstName`, `first_name` and `First name` are the same. */
const wordsOf = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const kindOfColumn = (name: string): ColumnKind | undefined => {
  const words = wordsOf(name).slice(0, 200);
  return NAMES.find(([, pattern]) => pattern.test(words))?.[0];
};
