/** Words of a document. `{}` stands for what is put in. */
export interface InvoiceLabels {
  readonly invoice: string;
  readonly quote: string;
  readonly receipt: string;
  readonly creditNote: string;
  readonly number: string;
  readonly date: string;
  readonly dueDate: string;
  readonly validUntil: string;
  readonly deliveryDate: string;
  readonly period: string;
  readonly orderNumber: string;
  readonly contractNumber: string;
  readonly reference: string;
  readonly precedingInvoice: string;
  readonly billTo: string;
  readonly deliverTo: string;
  readonly customerVatId: string;
  readonly vatId: string;
  readonly taxNumber: string;
  readonly registration: string;
  readonly item: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly charge: string;
  readonly amount: string;
  readonly vat: string;
  readonly subtotal: string;
  readonly netTotal: string;
  /** Rate, then base. */
  readonly vatLine: string;
  readonly grandTotal: string;
  readonly paid: string;
  readonly amountDue: string;
  readonly credit: string;
  readonly payment: string;
  readonly paymentReference: string;
  readonly accountName: string;
  readonly account: string;
  readonly bank: string;
  readonly scanToPay: string;
  readonly page: string;
  readonly reverseCharge: string;
  readonly intraCommunity: string;
  readonly exportSupply: string;
  readonly notSubject: string;
}

const EN: InvoiceLabels = {
  invoice: 'Invoice',
  quote: 'Quote',
  receipt: 'Receipt',
  creditNote: 'Credit note',
  number: 'Number',
  date: 'Date',
  dueDate: 'Due date',
  validUntil: 'Valid until',
  deliveryDate: 'Delivery date',
  period: 'Period',
  orderNumber: 'Order number',
  contractNumber: 'Contract number',
  reference: 'Your reference',
  precedingInvoice: 'For invoice',
  billTo: 'Bill to',
  deliverTo: 'Deliver to',
  customerVatId: 'Your VAT ID',
  vatId: 'VAT ID',
  taxNumber: 'Tax number',
  registration: 'Registration',
  item: 'Item',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  discount: 'Discount',
  charge: 'Charge',
  amount: 'Amount',
  vat: 'VAT',
  subtotal: 'Subtotal',
  netTotal: 'Total before VAT',
  vatLine: 'VAT {} on {}',
  grandTotal: 'Total',
  paid: 'Paid',
  amountDue: 'Amount due',
  credit: 'Amount credited',
  payment: 'Payment',
  paymentReference: 'Reference',
  accountName: 'Account holder',
  account: 'Account',
  bank: 'Bank',
  scanToPay: 'Scan to pay',
  page: 'Page {} of {}',
  reverseCharge: 'Reverse charge: VAT is payable by the customer.',
  intraCommunity: 'VAT-exempt intra-Community supply.',
  exportSupply: 'VAT-exempt export.',
  notSubject: 'Not subject to VAT.',
};

/** What the United States say otherwise. */
const EN_US: InvoiceLabels = {
  ...EN,
  customerVatId: 'Your tax ID',
  vatId: 'Tax ID',
  vat: 'Tax',
  netTotal: 'Total before tax',
  vatLine: 'Tax {} on {}',
  reverseCharge: 'Reverse charge: tax is payable by the customer.',
  notSubject: 'Not subject to tax.',
};

const DE: InvoiceLabels = {
  invoice: 'Rechnung',
  quote: 'Angebot',
  receipt: 'Quittung',
  creditNote: 'Rechnungskorrektur',
  number: 'Nummer',
  date: 'Datum',
  dueDate: 'Fällig am',
  validUntil: 'Gültig bis',
  deliveryDate: 'Lieferdatum',
  period: 'Leistungszeitraum',
  orderNumber: 'Bestellnummer',
  contractNumber: 'Vertragsnummer',
  reference: 'Ihr Zeichen',
  precedingInvoice: 'Zu Rechnung',
  billTo: 'Rechnung an',
  deliverTo: 'Lieferung an',
  customerVatId: 'Ihre USt-IdNr.',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernummer',
  registration: 'Registernummer',
  item: 'Pos.',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  discount: 'Rabatt',
  charge: 'Zuschlag',
  amount: 'Betrag',
  vat: 'USt.',
  subtotal: 'Zwischensumme',
  netTotal: 'Nettobetrag',
  vatLine: '{} USt. auf {}',
  grandTotal: 'Gesamtbetrag',
  paid: 'Bereits bezahlt',
  amountDue: 'Zahlbetrag',
  credit: 'Gutschriftbetrag',
  payment: 'Zahlung',
  paymentReference: 'Verwendungszweck',
  accountName: 'Kontoinhaber',
  account: 'Konto',
  bank: 'Bank',
  scanToPay: 'Zum Bezahlen scannen',
  page: 'Seite {} von {}',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  intraCommunity: 'Steuerfreie innergemeinschaftliche Lieferung.',
  exportSupply: 'Steuerfreie Ausfuhrlieferung.',
  notSubject: 'Nicht steuerbar.',
};

const FR: InvoiceLabels = {
  invoice: 'Facture',
  quote: 'Devis',
  receipt: 'Reçu',
  creditNote: 'Avoir',
  number: 'Numéro',
  date: 'Date',
  dueDate: 'Échéance',
  validUntil: 'Valable jusqu’au',
  deliveryDate: 'Date de livraison',
  period: 'Période',
  orderNumber: 'N° de commande',
  contractNumber: 'N° de contrat',
  reference: 'Votre référence',
  precedingInvoice: 'Facture d’origine',
  billTo: 'Facturé à',
  deliverTo: 'Livré à',
  customerVatId: 'Votre n° de TVA',
  vatId: 'N° de TVA',
  taxNumber: 'N° fiscal',
  registration: 'N° d’immatriculation',
  item: 'N°',
  description: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  discount: 'Remise',
  charge: 'Frais',
  amount: 'Montant HT',
  vat: 'TVA',
  subtotal: 'Sous-total',
  netTotal: 'Total HT',
  vatLine: 'TVA {} sur {}',
  grandTotal: 'Total TTC',
  paid: 'Déjà payé',
  amountDue: 'Net à payer',
  credit: 'Montant de l’avoir',
  payment: 'Paiement',
  paymentReference: 'Référence',
  accountName: 'Titulaire du compte',
  account: 'Compte',
  bank: 'Banque',
  scanToPay: 'Scannez pour payer',
  page: 'Page {} sur {}',
  reverseCharge: 'Autoliquidation.',
  intraCommunity: 'Livraison intracommunautaire exonérée de TVA.',
  exportSupply: 'Exportation exonérée de TVA.',
  notSubject: 'Non soumis à la TVA.',
};

const ES: InvoiceLabels = {
  invoice: 'Factura',
  quote: 'Presupuesto',
  receipt: 'Recibo',
  creditNote: 'Factura rectificativa',
  number: 'Número',
  date: 'Fecha',
  dueDate: 'Vencimiento',
  validUntil: 'Válido hasta',
  deliveryDate: 'Fecha de entrega',
  period: 'Período',
  orderNumber: 'N.º de pedido',
  contractNumber: 'N.º de contrato',
  reference: 'Su referencia',
  precedingInvoice: 'Factura original',
  billTo: 'Facturar a',
  deliverTo: 'Entregar a',
  customerVatId: 'Su NIF-IVA',
  vatId: 'NIF-IVA',
  taxNumber: 'NIF',
  registration: 'N.º de registro',
  item: 'N.º',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  discount: 'Descuento',
  charge: 'Recargo',
  amount: 'Importe',
  vat: 'IVA',
  subtotal: 'Subtotal',
  netTotal: 'Base imponible',
  vatLine: 'IVA {} sobre {}',
  grandTotal: 'Total',
  paid: 'Pagado',
  amountDue: 'Total a pagar',
  credit: 'Importe abonado',
  payment: 'Pago',
  paymentReference: 'Concepto',
  accountName: 'Titular de la cuenta',
  account: 'Cuenta',
  bank: 'Banco',
  scanToPay: 'Escanee para pagar',
  page: 'Página {} de {}',
  reverseCharge: 'Inversión del sujeto pasivo.',
  intraCommunity: 'Entrega intracomunitaria exenta de IVA.',
  exportSupply: 'Exportación exenta de IVA.',
  notSubject: 'Operación no sujeta a IVA.',
};

const IT: InvoiceLabels = {
  invoice: 'Fattura',
  quote: 'Preventivo',
  receipt: 'Ricevuta',
  creditNote: 'Nota di credito',
  number: 'Numero',
  date: 'Data',
  dueDate: 'Scadenza',
  validUntil: 'Valido fino al',
  deliveryDate: 'Data di consegna',
  period: 'Periodo',
  orderNumber: 'N. ordine',
  contractNumber: 'N. contratto',
  reference: 'Vostro riferimento',
  precedingInvoice: 'Fattura di riferimento',
  billTo: 'Intestata a',
  deliverTo: 'Consegna a',
  customerVatId: 'Vostra partita IVA',
  vatId: 'Partita IVA',
  taxNumber: 'Codice fiscale',
  registration: 'N. registro imprese',
  item: 'N.',
  description: 'Descrizione',
  quantity: 'Quantità',
  unitPrice: 'Prezzo unitario',
  discount: 'Sconto',
  charge: 'Maggiorazione',
  amount: 'Importo',
  vat: 'IVA',
  subtotal: 'Subtotale',
  netTotal: 'Imponibile',
  vatLine: 'IVA {} su {}',
  grandTotal: 'Totale',
  paid: 'Già pagato',
  amountDue: 'Totale da pagare',
  credit: 'Importo accreditato',
  payment: 'Pagamento',
  paymentReference: 'Causale',
  accountName: 'Intestatario del conto',
  account: 'Conto',
  bank: 'Banca',
  scanToPay: 'Scansiona per pagare',
  page: 'Pagina {} di {}',
  reverseCharge: 'Inversione contabile.',
  intraCommunity: 'Cessione intracomunitaria non imponibile IVA.',
  exportSupply: 'Cessione all’esportazione non imponibile IVA.',
  notSubject: 'Operazione non soggetta a IVA.',
};

const NL: InvoiceLabels = {
  invoice: 'Factuur',
  quote: 'Offerte',
  receipt: 'Kwitantie',
  creditNote: 'Creditnota',
  number: 'Nummer',
  date: 'Datum',
  dueDate: 'Vervaldatum',
  validUntil: 'Geldig tot',
  deliveryDate: 'Leverdatum',
  period: 'Periode',
  orderNumber: 'Ordernummer',
  contractNumber: 'Contractnummer',
  reference: 'Uw referentie',
  precedingInvoice: 'Bij factuur',
  billTo: 'Factuur aan',
  deliverTo: 'Levering aan',
  customerVatId: 'Uw btw-id',
  vatId: 'Btw-id',
  taxNumber: 'Fiscaal nummer',
  registration: 'KvK-nummer',
  item: 'Nr.',
  description: 'Omschrijving',
  quantity: 'Aantal',
  unitPrice: 'Stukprijs',
  discount: 'Korting',
  charge: 'Toeslag',
  amount: 'Bedrag',
  vat: 'Btw',
  subtotal: 'Subtotaal',
  netTotal: 'Totaal excl. btw',
  vatLine: '{} btw over {}',
  grandTotal: 'Totaal',
  paid: 'Reeds betaald',
  amountDue: 'Te betalen',
  credit: 'Gecrediteerd bedrag',
  payment: 'Betaling',
  paymentReference: 'Betalingskenmerk',
  accountName: 'Rekeninghouder',
  account: 'Rekening',
  bank: 'Bank',
  scanToPay: 'Scan om te betalen',
  page: 'Pagina {} van {}',
  reverseCharge: 'Btw verlegd.',
  intraCommunity: 'Intracommunautaire levering, vrijgesteld van btw.',
  exportSupply: 'Uitvoer, vrijgesteld van btw.',
  notSubject: 'Niet belast met btw.',
};

const PT: InvoiceLabels = {
  invoice: 'Fatura',
  quote: 'Orçamento',
  receipt: 'Recibo',
  creditNote: 'Nota de crédito',
  number: 'Número',
  date: 'Data',
  dueDate: 'Vencimento',
  validUntil: 'Válido até',
  deliveryDate: 'Data de entrega',
  period: 'Período',
  orderNumber: 'N.º de encomenda',
  contractNumber: 'N.º de contrato',
  reference: 'Sua referência',
  precedingInvoice: 'Fatura de origem',
  billTo: 'Faturar a',
  deliverTo: 'Entregar a',
  customerVatId: 'Seu NIF para IVA',
  vatId: 'NIF para IVA',
  taxNumber: 'NIF',
  registration: 'N.º de registo',
  item: 'N.º',
  description: 'Descrição',
  quantity: 'Quantidade',
  unitPrice: 'Preço unitário',
  discount: 'Desconto',
  charge: 'Encargo',
  amount: 'Valor',
  vat: 'IVA',
  subtotal: 'Subtotal',
  netTotal: 'Total sem IVA',
  vatLine: 'IVA {} sobre {}',
  grandTotal: 'Total',
  paid: 'Já pago',
  amountDue: 'Total a pagar',
  credit: 'Valor creditado',
  payment: 'Pagamento',
  paymentReference: 'Referência',
  accountName: 'Titular da conta',
  account: 'Conta',
  bank: 'Banco',
  scanToPay: 'Digitalize para pagar',
  page: 'Página {} de {}',
  reverseCharge: 'IVA – autoliquidação.',
  intraCommunity: 'Transmissão intracomunitária isenta de IVA.',
  exportSupply: 'Exportação isenta de IVA.',
  notSubject: 'Não sujeito a IVA.',
};

const LABELS: Readonly<Record<string, InvoiceLabels>> = { en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL, pt: PT };

export const INVOICE_LANGUAGES: readonly string[] = Object.keys(LABELS);

/** The words of a language (`de`) as a country writes it (`US`); `undefined` for one that is not among `INVOICE_LANGUAGES`. */
export function invoiceLabels(language: string, region: string | undefined): InvoiceLabels | undefined {
  if (language === 'en' && region === 'US') return EN_US;
  return Object.hasOwn(LABELS, language) ? LABELS[language] : undefined;
}
