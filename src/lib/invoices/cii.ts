import { compare, decimalsOf, type Rational, subtract, toFixed, ZERO } from '../numbers/rational.js';
import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import type { Address, Adjustment, InvoiceDocument, InvoiceLine, Party, VatRate } from './document.js';
import { EXEMPTION_CODES } from './en16931.js';
import type { InvoiceSums, LineSums } from './totals.js';

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

const PROFILE = 'urn:cen.eu:en16931:2017';

/** UNTDID 1001. */
const TYPE_CODES = { invoice: '380', 'credit-note': '381' } as const;
/** UNTDID 4461: SEPA credit transfer, credit transfer. */
const SEPA_TRANSFER = '58';
const TRANSFER = '30';
/** UNTDID 2379: CCYYMMDD. */
const DAY = '102';

export interface CiiDetails {
  readonly sums: InvoiceSums;
  readonly digits: number;
  readonly isSepa: boolean;
  /** Why each category bears no VAT. */
  readonly reasonOf: (vat: VatRate) => string;
}

/** An element with what is in it; nothing where that is empty. */
const tag = (name: string, ...children: readonly string[]): string => {
  const body = children.join('');
  return body === '' ? '' : `<${name}>${body}</${name}>`;
};

const text = (name: string, value: string): string => tag(name, escapeXmlText(value));

const withAttribute = (name: string, [key, attribute]: readonly [string, string], value: string): string =>
  value === '' ? '' : `<${name} ${key}="${escapeXmlAttribute(attribute)}">${escapeXmlText(value)}</${name}>`;

const day = (name: string, iso: string): string =>
  tag(name, withAttribute('udt:DateTimeString', ['format', DAY], iso.replaceAll('-', '')));

/** All its digits. */
const exact = (value: Rational): string => toFixed(value, decimalsOf(value) ?? 0);

/**
 * The invoice as UN/CEFACT Cross Industry Invoice D16B in the profile of EN 16931, as Factur-X 1.07 and ZUGFeRD 2.3 want it. The document must have passed
 * `eInvoiceFaults`.
 */
export function writeCii(document: InvoiceDocument, details: CiiDetails): string {
  const kind = document.kind === 'credit-note' ? 'credit-note' : 'invoice';
  const notes = [document.intro, ...document.notes].filter((note) => note !== '');
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const body = [
    tag('rsm:ExchangedDocumentContext', tag('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', PROFILE))),
    tag(
      'rsm:ExchangedDocument',
      text('ram:ID', document.number),
      text('ram:TypeCode', TYPE_CODES[kind]),
      day('ram:IssueDateTime', document.issueDate),
      ...notes.map((note) => tag('ram:IncludedNote', text('ram:Content', note))),
    ),
    tag(
      'rsm:SupplyChainTradeTransaction',
      ...document.lines.map((line, i) => lineItem(line, i, details)),
      agreement(document),
      delivery(document),
      settlement(document, details),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${declared.join('')}>${body.join('')}</rsm:CrossIndustryInvoice>\n`;
}

/** BT-118 and BT-119, or BT-151 and BT-152; what is not subject to VAT has no rate. */
const rateOf = ({ category, rate }: VatRate): string =>
  category === 'O' ? '' : text('ram:RateApplicablePercent', exact(rate));

function lineItem(line: InvoiceLine, index: number, { sums, digits }: CiiDetails): string {
  const own: LineSums = sums.lines[index] ?? { gross: ZERO, discount: ZERO, net: ZERO };
  return tag(
    'ram:IncludedSupplyChainTradeLineItem',
    tag('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(index + 1))),
    tag(
      'ram:SpecifiedTradeProduct',
      text('ram:SellerAssignedID', line.itemNumber),
      text('ram:Name', line.description),
      text('ram:Description', line.details),
    ),
    tag(
      'ram:SpecifiedLineTradeAgreement',
      tag('ram:NetPriceProductTradePrice', text('ram:ChargeAmount', exact(line.unitPrice))),
    ),
    tag(
      'ram:SpecifiedLineTradeDelivery',
      withAttribute('ram:BilledQuantity', ['unitCode', line.unit], exact(line.quantity)),
    ),
    tag(
      'ram:SpecifiedLineTradeSettlement',
      tag(
        'ram:ApplicableTradeTax',
        text('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', line.vat.category),
        rateOf(line.vat),
      ),
      lineAllowance(line, own, digits),
      tag('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', toFixed(own.net, digits))),
    ),
  );
}

/** A discount below zero is a charge. */
function lineAllowance({ discountPercent }: InvoiceLine, { gross, discount }: LineSums, digits: number): string {
  if (compare(discount, ZERO) === 0) return '';
  const isCharge = compare(discount, ZERO) < 0;
  const amount = isCharge ? subtract(ZERO, discount) : discount;
  const shares =
    discountPercent === undefined || isCharge
      ? []
      : [text('ram:CalculationPercent', exact(discountPercent)), text('ram:BasisAmount', toFixed(gross, digits))];
  return tag(
    'ram:SpecifiedTradeAllowanceCharge',
    tag('ram:ChargeIndicator', text('udt:Indicator', String(isCharge))),
    ...shares,
    text('ram:ActualAmount', toFixed(amount, digits)),
    // UNTDID 5189: discount.
    isCharge ? '' : text('ram:ReasonCode', '95'),
    text('ram:Reason', isCharge ? 'Charge' : 'Discount'),
  );
}

function agreement(document: InvoiceDocument): string {
  return tag(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', document.buyerReference),
    tradeParty('ram:SellerTradeParty', document.seller, 'seller'),
    tradeParty('ram:BuyerTradeParty', document.buyer, 'buyer'),
    tag('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', document.orderNumber)),
    tag('ram:ContractReferencedDocument', text('ram:IssuerAssignedID', document.contractNumber)),
  );
}

function tradeParty(name: string, party: Party, role: 'seller' | 'buyer'): string {
  const { vatId, taxNumber, registration } = party;
  // BR-CO-26 asks for an identifier of the seller: the tax number is one.
  const id = role === 'seller' && vatId === '' && registration === '' ? taxNumber : '';
  return tag(
    name,
    text('ram:ID', id),
    text('ram:Name', party.name),
    tag('ram:SpecifiedLegalOrganization', text('ram:ID', registration)),
    tag(
      'ram:DefinedTradeContact',
      text('ram:PersonName', party.contact),
      tag('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', party.phone)),
      tag('ram:EmailURIUniversalCommunication', text('ram:URIID', party.email)),
    ),
    postalAddress(party),
    tag('ram:URIUniversalCommunication', withAttribute('ram:URIID', ['schemeID', 'EM'], party.email)),
    tag('ram:SpecifiedTaxRegistration', withAttribute('ram:ID', ['schemeID', 'VA'], vatId)),
    // The buyer has no place for a tax number (BT-32 is the seller's).
    role === 'seller'
      ? tag('ram:SpecifiedTaxRegistration', withAttribute('ram:ID', ['schemeID', 'FC'], taxNumber))
      : '',
  );
}

const postalAddress = ({ street, city, postalCode, region, country }: Address): string =>
  tag(
    'ram:PostalTradeAddress',
    text('ram:PostcodeCode', postalCode),
    ...['One', 'Two', 'Three'].map((place, i) => text(`ram:Line${place}`, street[i] ?? '')),
    text('ram:CityName', city),
    text('ram:CountryID', country),
    text('ram:CountrySubDivisionName', region),
  );

function delivery({ deliverTo, deliveryDate }: InvoiceDocument): string {
  const name = 'ram:ApplicableHeaderTradeDelivery';
  const body = [
    deliverTo === undefined
      ? ''
      : tag('ram:ShipToTradeParty', text('ram:Name', deliverTo.name), postalAddress(deliverTo)),
    deliveryDate === '' ? '' : tag('ram:ActualDeliverySupplyChainEvent', day('ram:OccurrenceDateTime', deliveryDate)),
  ].join('');
  // The schema wants the element, even if empty.
  return body === '' ? `<${name}/>` : `<${name}>${body}</${name}>`;
}

function settlement(document: InvoiceDocument, details: CiiDetails): string {
  const { payment, period, currency, precedingInvoice } = document;
  const { sums, digits, reasonOf } = details;
  const money = (value: Rational): string => toFixed(value, digits);
  const { totals } = sums;
  const optional = (name: string, value: Rational): string =>
    compare(value, ZERO) === 0 ? '' : text(name, money(value));
  return tag(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:PaymentReference', payment?.reference ?? ''),
    text('ram:InvoiceCurrencyCode', currency),
    paymentMeans(document, details.isSepa),
    ...sums.vat.map((group) =>
      tag(
        'ram:ApplicableTradeTax',
        text('ram:CalculatedAmount', money(group.tax)),
        text('ram:TypeCode', 'VAT'),
        text('ram:ExemptionReason', reasonOf(group)),
        text('ram:BasisAmount', money(group.base)),
        text('ram:CategoryCode', group.category),
        text('ram:ExemptionReasonCode', EXEMPTION_CODES[group.category] ?? ''),
        rateOf(group),
      ),
    ),
    period === undefined
      ? ''
      : tag('ram:BillingSpecifiedPeriod', day('ram:StartDateTime', period.start), day('ram:EndDateTime', period.end)),
    ...document.discounts.map((one, i) => adjustment(one, sums.discounts[i], 'false', details)),
    ...document.charges.map((one, i) => adjustment(one, sums.charges[i], 'true', details)),
    tag(
      'ram:SpecifiedTradePaymentTerms',
      text('ram:Description', payment?.terms ?? ''),
      day('ram:DueDateDateTime', document.dueDate),
    ),
    tag(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      text('ram:LineTotalAmount', money(totals.lineTotal)),
      optional('ram:ChargeTotalAmount', totals.chargeTotal),
      optional('ram:AllowanceTotalAmount', totals.discountTotal),
      text('ram:TaxBasisTotalAmount', money(totals.netTotal)),
      withAttribute('ram:TaxTotalAmount', ['currencyID', currency], money(totals.vatTotal)),
      text('ram:GrandTotalAmount', money(totals.grandTotal)),
      optional('ram:TotalPrepaidAmount', totals.paid),
      text('ram:DuePayableAmount', money(totals.amountDue)),
    ),
    precedingInvoice === undefined
      ? ''
      : tag(
          'ram:InvoiceReferencedDocument',
          text('ram:IssuerAssignedID', precedingInvoice.number),
          precedingInvoice.date === ''
            ? ''
            : tag(
                'ram:FormattedIssueDateTime',
                withAttribute('qdt:DateTimeString', ['format', DAY], precedingInvoice.date.replaceAll('-', '')),
              ),
        ),
  );
}

function paymentMeans({ payment }: InvoiceDocument, isSepa: boolean): string {
  if (payment === undefined || (payment.iban === '' && payment.account === '')) return '';
  return tag(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', isSepa ? SEPA_TRANSFER : TRANSFER),
    tag(
      'ram:PayeePartyCreditorFinancialAccount',
      text('ram:IBANID', payment.iban),
      text('ram:AccountName', payment.accountName),
      payment.iban === '' ? text('ram:ProprietaryID', payment.account) : '',
    ),
    tag('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', payment.bic)),
  );
}

function adjustment(
  { description, percent, vat }: Adjustment,
  amount: Rational | undefined,
  isCharge: 'true' | 'false',
  { sums, digits }: CiiDetails,
): string {
  const shares =
    percent === undefined
      ? []
      : [
          text('ram:CalculationPercent', exact(percent)),
          text('ram:BasisAmount', toFixed(sums.totals.lineTotal, digits)),
        ];
  return tag(
    'ram:SpecifiedTradeAllowanceCharge',
    tag('ram:ChargeIndicator', text('udt:Indicator', isCharge)),
    ...shares,
    text('ram:ActualAmount', toFixed(amount ?? ZERO, digits)),
    text('ram:Reason', description),
    tag('ram:CategoryTradeTax', text('ram:TypeCode', 'VAT'), text('ram:CategoryCode', vat.category), rateOf(vat)),
  );
}
