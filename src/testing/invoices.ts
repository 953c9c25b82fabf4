/** Invoices made by chance, and the rules of EN 16931 as another program checks them. */

import { type Chance, pick } from './chance.js';
import { runPython } from './python.js';

const money = (chance: Chance, most: number, decimals = 2): string => (chance(most) / 10 ** decimals).toFixed(decimals);

const CATEGORIES = ['S', 'S', 'S', 'Z', 'E', 'AE', 'K', 'G'] as const;

/** A document that has all that EN 16931 needs, as the input of invoice-generator; its VAT in one to four groups. */
export function randomInvoice(chance: Chance, currency = 'EUR') {
  const isOutside = chance(12) === 0;
  const rates = Array.from({ length: 1 + chance(4) }, () => {
    const vatCategory = isOutside ? 'O' : pick(chance, CATEGORIES);
    return { vatCategory, vatRate: vatCategory === 'S' ? pick(chance, ['19', '7', '5.5', '8.875', '25']) : '0' };
  });
  const lines = Array.from({ length: 1 + chance(8) }, (_, i) => ({
    description: `${pick(chance, ['Beratung & Konzept', 'Câble <b>', 'Ñandú "grande"', 'Žluťoučký kůň', '部品'])} ${i}`,
    ...(chance(3) === 0 ? { details: 'zwei\nZeilen' } : {}),
    quantity: chance(9) === 0 ? `-${money(chance, 5000)}` : money(chance, 100_000, chance(5)),
    unit: pick(chance, ['C62', 'HUR', 'KGM', 'MTR']),
    unitPrice: money(chance, 1_000_000, 1 + chance(5)),
    ...pick(chance, [
      {},
      {},
      { discountPercent: money(chance, 10_000) },
      { discount: currency === 'JPY' ? '3' : '1.05' },
    ]),
    ...pick(chance, rates),
  }));
  const adjustments = (most: number) =>
    Array.from({ length: chance(most) }, () => ({
      description: 'Rabatt > 1',
      ...(chance(2) === 0 ? { percent: money(chance, 3000) } : { amount: String(chance(50)) }),
      ...pick(
        chance,
        lines.map(({ vatCategory, vatRate }) => ({ vatCategory, vatRate })),
      ),
    }));
  return {
    number: `A-${chance(1_000_000)}`,
    issueDate: `20${20 + chance(30)}-0${1 + chance(9)}-${10 + chance(18)}`,
    dueDate: '2051-01-31',
    deliveryDate: '2026-01-31',
    ...(chance(3) === 0 ? { period: { start: '2026-01-01', end: '2026-01-31' } } : {}),
    currency,
    seller: {
      name: 'Muster & Söhne',
      street: ['Weg 1', 'Hof', 'Tor'].slice(0, chance(4)),
      city: 'Berlin',
      country: 'DE',
      ...(isOutside ? { registration: 'HRB 1' } : { vatId: 'DE123456789', taxNumber: '29/815' }),
      email: 'a@b.example',
      phone: '1',
      contact: 'E. M.',
    },
    buyer: {
      name: 'Acheteur <SA>',
      postalCode: '75001',
      city: 'Paris',
      country: 'FR',
      ...(isOutside ? {} : { vatId: 'FR40303265045' }),
    },
    deliverTo: { name: 'Lager', city: 'Lyon', country: 'FR' },
    orderNumber: chance(2) === 0 ? 'B & 7' : '',
    lines,
    discounts: adjustments(3),
    charges: adjustments(3),
    ...(chance(3) === 0 ? { paid: String(chance(20)) } : {}),
    exemptionReason: 'Steuerfrei nach § 4 UStG',
    payment: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', reference: 'RF18539007547034', terms: '30 Tage' },
    notes: ['Danke & auf Wiedersehen'],
  };
}

/** The totals as Python's decimal works them out, in the words of the result. */
export const pythonTotals = (documents: readonly unknown[]): unknown[] =>
  runPython(
    `
from decimal import Decimal as D, getcontext, ROUND_HALF_UP
getcontext().prec = 60
digits = {'JPY': 0, 'KWD': 3}
out = []
for d in data:
    unit = D(1).scaleb(-digits.get(d['currency'], 2))
    r = lambda x: x.quantize(unit, ROUND_HALF_UP) + D(0)
    groups, lines = {}, []
    for l in d['lines']:
        gross = r(D(l['quantity']) * D(l['unitPrice']))
        disc = r(gross * D(l['discountPercent']) / 100) if 'discountPercent' in l else r(D(l.get('discount', '0')))
        lines.append([str(gross), str(disc), str(gross - disc)])
        key = (l['vatCategory'], D(l['vatRate']))
        groups[key] = groups.get(key, D(0)) + gross - disc
    total = sum((D(l[2]) for l in lines), D(0))
    sums = []
    for name, sign in (('discounts', -1), ('charges', 1)):
        s = D(0)
        for a in d[name]:
            v = r(total * D(a['percent']) / 100) if 'percent' in a else r(D(a['amount']))
            key = (a['vatCategory'], D(a['vatRate']))
            groups[key] = groups.get(key, D(0)) + sign * v
            s += v
        sums.append(s)
    vat = [[k[0], str(r(v)), str(r(v * k[1] / 100))] for k, v in groups.items()]
    net = total - sums[0] + sums[1]
    tax = sum((D(v[2]) for v in vat), D(0))
    paid = D(d.get('paid', '0'))
    out.append({'lines': lines, 'vat': vat, 'totals': [str(r(x)) for x in (total, sums[0], sums[1], net, tax, net + tax, paid, net + tax - paid)]})
print(json.dumps(out))
`,
    documents,
  );

/**
 * What the business rules of EN 16931 have against invoices in CII, as a list of rule and invoice; empty where they keep them. Written from the text of the rules
 * (EN 16931-1, 6.4), not from their Schematron.
 */
export const brokenRules = (documents: readonly string[]): string[] =>
  runPython(
    `
import re
import xml.etree.ElementTree as E
from decimal import Decimal as D, getcontext, ROUND_HALF_UP
getcontext().prec = 60
N = {p: 'urn:un:unece:uncefact:data:standard:' + n + ':100' for p, n in (('rsm', 'CrossIndustryInvoice'), ('ram', 'ReusableAggregateBusinessInformationEntity'), ('udt', 'UnqualifiedDataType'))}
r2 = lambda x: x.quantize(D('0.01'), ROUND_HALF_UP)
broken = []
for index, source in enumerate(data):
    root = E.fromstring(source)
    def rule(name, kept):
        if not kept: broken.append(f'{name} in {index}')
    def find(path, node=root): return node.find(path, N)
    def text(path, node=root):
        found = node.find(path, N)
        return '' if found is None else (found.text or '').strip()
    def number(path, node=root):
        t = text(path, node)
        return D(t) if t else D(0)
    deal = find('rsm:SupplyChainTradeTransaction')
    agree, ship, settle = (find('ram:ApplicableHeaderTrade' + n, deal) for n in ('Agreement', 'Delivery', 'Settlement'))
    seller, buyer = find('ram:SellerTradeParty', agree), find('ram:BuyerTradeParty', agree)
    rule('BR-01', text('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID') == 'urn:cen.eu:en16931:2017')
    rule('BR-02', text('rsm:ExchangedDocument/ram:ID') != '')
    rule('BR-03', re.fullmatch(r'\\d{8}', text('rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString')))
    rule('BR-04', text('rsm:ExchangedDocument/ram:TypeCode') in ('380', '381'))
    currency = text('ram:InvoiceCurrencyCode', settle)
    rule('BR-05', re.fullmatch('[A-Z]{3}', currency))
    rule('BR-06', text('ram:Name', seller)); rule('BR-07', text('ram:Name', buyer))
    rule('BR-08', find('ram:PostalTradeAddress', seller) is not None); rule('BR-09', text('ram:PostalTradeAddress/ram:CountryID', seller))
    rule('BR-10', find('ram:PostalTradeAddress', buyer) is not None); rule('BR-11', text('ram:PostalTradeAddress/ram:CountryID', buyer))
    total = find('ram:SpecifiedTradeSettlementHeaderMonetarySummation', settle)
    for name, tag in (('BR-12', 'LineTotalAmount'), ('BR-13', 'TaxBasisTotalAmount'), ('BR-14', 'GrandTotalAmount'), ('BR-15', 'DuePayableAmount')):
        rule(name, text('ram:' + tag, total))
    lines = deal.findall('ram:IncludedSupplyChainTradeLineItem', N)
    rule('BR-16', lines)
    ids = [text('ram:AssociatedDocumentLineDocument/ram:LineID', l) for l in lines]
    rule('BR-21', all(ids) and len(set(ids)) == len(ids))
    bases, nets = {}, D(0)
    for l in lines:
        own = find('ram:SpecifiedLineTradeSettlement', l)
        quantity = find('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', l)
        rule('BR-22', quantity is not None and quantity.text); rule('BR-23', quantity.get('unitCode'))
        net = number('ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount', own)
        rule('BR-24', text('ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount', own))
        rule('BR-25', text('ram:SpecifiedTradeProduct/ram:Name', l))
        price = text('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount', l)
        rule('BR-26', price); rule('BR-27', D(price) >= 0)
        due = r2(D(quantity.text) * D(price))
        for a in own.findall('ram:SpecifiedTradeAllowanceCharge', N):
            amount = number('ram:ActualAmount', a)
            due += amount if text('ram:ChargeIndicator/udt:Indicator', a) == 'true' else -amount
            rule('BR-41', text('ram:ActualAmount', a)); rule('BR-42', text('ram:Reason', a) or text('ram:ReasonCode', a)); rule('BR-DEC-24', r2(amount) == amount)
        rule('line net', net == due); rule('BR-DEC-23', r2(net) == net)
        category = text('ram:ApplicableTradeTax/ram:CategoryCode', own)
        rule('BR-CO-04', category)
        rate = text('ram:ApplicableTradeTax/ram:RateApplicablePercent', own)
        rule('BR-' + category + '-05', rate == '' if category == 'O' else D(rate) > 0 if category == 'S' else D(rate) == 0)
        key = (category, D(rate or 0)); bases[key] = bases.get(key, D(0)) + net
        nets += net
    sums = {'true': D(0), 'false': D(0)}
    for a in settle.findall('ram:SpecifiedTradeAllowanceCharge', N):
        kind, amount = text('ram:ChargeIndicator/udt:Indicator', a), number('ram:ActualAmount', a)
        sums[kind] += amount
        rule('BR-31/36', text('ram:ActualAmount', a)); rule('BR-32/37', text('ram:CategoryTradeTax/ram:CategoryCode', a)); rule('BR-33/38', text('ram:Reason', a))
        rule('BR-DEC-01', r2(amount) == amount and r2(number('ram:BasisAmount', a)) == number('ram:BasisAmount', a))
        if text('ram:CalculationPercent', a): rule('percent', r2(number('ram:BasisAmount', a) * number('ram:CalculationPercent', a) / 100) == amount)
        category, rate = text('ram:CategoryTradeTax/ram:CategoryCode', a), text('ram:CategoryTradeTax/ram:RateApplicablePercent', a)
        rule('BR-' + category + '-06', rate == '' if category == 'O' else D(rate) > 0 if category == 'S' else D(rate) == 0)
        key = (category, D(rate or 0)); bases[key] = bases.get(key, D(0)) + (amount if kind == 'true' else -amount)
    get = lambda tag: number('ram:' + tag, total)
    rule('BR-CO-10', get('LineTotalAmount') == nets)
    rule('BR-CO-11', get('AllowanceTotalAmount') == sums['false']); rule('BR-CO-12', get('ChargeTotalAmount') == sums['true'])
    rule('BR-CO-13', get('TaxBasisTotalAmount') == nets - sums['false'] + sums['true'])
    groups = settle.findall('ram:ApplicableTradeTax', N)
    rule('BR-CO-18', groups)
    taxes, found = D(0), set()
    has = set()
    for g in groups:
        category, rate, base, tax = text('ram:CategoryCode', g), text('ram:RateApplicablePercent', g), number('ram:BasisAmount', g), number('ram:CalculatedAmount', g)
        rule('BR-45', text('ram:BasisAmount', g)); rule('BR-46', text('ram:CalculatedAmount', g)); rule('BR-47', category)
        rule('BR-48', rate or category == 'O')
        key = (category, D(rate or 0))
        rule('BR-' + category + '-08', key not in found and bases.get(key) == base); found.add(key); has.add(category)
        rule('BR-CO-17', tax == r2(base * D(rate or 0) / 100)); rule('BR-DEC-19', r2(base) == base and r2(tax) == tax)
        reason = text('ram:ExemptionReason', g) or text('ram:ExemptionReasonCode', g)
        rule('BR-' + category + '-10', bool(reason) == (category in ('E', 'AE', 'K', 'G', 'O')))
        taxes += tax
    rule('one group a rate', found == set(bases))
    rule('BR-CO-14', get('TaxTotalAmount') == taxes); rule('BR-53', find('ram:TaxTotalAmount', total).get('currencyID') == currency)
    rule('BR-CO-15', get('GrandTotalAmount') == get('TaxBasisTotalAmount') + taxes)
    rule('BR-CO-16', get('DuePayableAmount') == get('GrandTotalAmount') - get('TotalPrepaidAmount'))
    rule('BR-DEC-09', all(r2(get(t.tag.split('}')[1])) == get(t.tag.split('}')[1]) for t in total))
    terms = find('ram:SpecifiedTradePaymentTerms', settle)
    rule('BR-CO-25', get('DuePayableAmount') <= 0 or (terms is not None and len(terms)))
    registrations = {i.get('schemeID'): i.text for i in seller.findall('ram:SpecifiedTaxRegistration/ram:ID', N)}
    buyers = {i.get('schemeID'): i.text for i in buyer.findall('ram:SpecifiedTaxRegistration/ram:ID', N)}
    rule('BR-CO-26', text('ram:ID', seller) or text('ram:SpecifiedLegalOrganization/ram:ID', seller) or 'VA' in registrations)
    for vat in [registrations.get('VA'), buyers.get('VA')]: rule('BR-CO-09', vat is None or re.match('[A-Z]{2}', vat))
    if has & {'S', 'Z', 'E', 'AE'}: rule('BR-S-02', registrations)
    if 'AE' in has: rule('BR-AE-02', 'VA' in buyers or text('ram:SpecifiedLegalOrganization/ram:ID', buyer))
    if has & {'K', 'G'}: rule('BR-IC-02', 'VA' in registrations)
    if 'K' in has:
        rule('BR-IC-02 buyer', 'VA' in buyers)
        rule('BR-IC-11', text('ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString', ship) or find('ram:BillingSpecifiedPeriod', settle) is not None)
        rule('BR-IC-12', text('ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID', ship))
    if 'O' in has: rule('BR-O-02', 'VA' not in registrations and 'VA' not in buyers); rule('BR-O-11', len(groups) == 1)
    for means in settle.findall('ram:SpecifiedTradeSettlementPaymentMeans', N):
        rule('BR-49', text('ram:TypeCode', means)); rule('BR-50', text('ram:PayeePartyCreditorFinancialAccount/ram:IBANID', means) or text('ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID', means))
    for party in (seller, buyer):
        uri = find('ram:URIUniversalCommunication/ram:URIID', party)
        rule('BR-62', uri is None or uri.get('schemeID'))
    rule('no empty element', not [e.tag for e in root.iter() if len(e) == 0 and not (e.text or '').strip() and not e.tag.endswith('HeaderTradeDelivery')])
print(json.dumps(broken))
`,
    documents,
  );
