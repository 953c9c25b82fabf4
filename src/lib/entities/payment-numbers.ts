import { cardNetwork } from '../payments/card-networks.js';
import { personalDataIn } from '../text/personal-data.js';
import { type Entity, followsWord } from './entity.js';

/** Words of numbers that are not cards, though one in ten of such numbers passes the check digit. */
const OTHER_NUMBER =
  /(?:order|tracking|shipment|invoice|serial|ticket|parcel|imei|iccid|bestell|auftrag|sendung|rechnung|commande|suivi|facture|colis|pedido|factura|envío|fatura|ordine|fattura|spedizione|bestelling|factuur|zamówieni|faktur|przesyłk)[\p{L}]{0,12}[\s.:#-]{0,4}(?:n[ro.°º]*|number|nummer|id|código|code|codice)?[\s.:#]{0,4}$/iu;

/** Card numbers of known networks whose check digit (Luhn) fits. */
export function* cardsIn(text: string): Generator<Entity> {
  for (const { start, end } of personalDataIn(text, ['card'])) {
    const value = text.slice(start, end).replace(/\D/g, '');
    const type = cardNetwork(value)?.name;
    // Digits of a longer word, such as a hash or a UUID, are not a card.
    const isInWord =
      /[\p{L}\p{N}_]-?$/u.test(text.slice(Math.max(0, start - 2), start)) ||
      /^-?[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));
    if (type === undefined || isInWord || followsWord(text, start, OTHER_NUMBER)) continue;
    yield { kind: 'card', start, end, value, type };
  }
}

/** IBANs of known countries whose length and check digits fit. */
export function* ibansIn(text: string): Generator<Entity> {
  for (const { start, end } of personalDataIn(text, ['iban'])) {
    const value = text
      .slice(start, end)
      .replace(/[^a-z\d]/gi, '')
      .toUpperCase();
    yield { kind: 'iban', start, end, value, country: value.slice(0, 2) };
  }
}
