import { checkedAmount, checkedLine, type PaymentPayload, paymentFault } from './fault.js';

export interface PixPayment {
  /** Pix key. */
  readonly account: string;
  readonly name: string;
  readonly city: string;
  /** Reais; 0 for none. */
  readonly amount: number;
  /** Transaction id. */
  readonly reference: string;
  readonly text: string;
}

const MAX_REAIS = 9_999_999_999.99;

/** A data object of EMV QR codes: id, length and value. */
const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/IBM-3740 (polynomial 0x1021, initial value 0xffff), EMV QRCPS Merchant-Presented Mode, 4.7.3. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** The text of a static Pix code: Manual de Padrões para Iniciação do Pix (Banco Central do Brasil), BR Code. Throws ContentFault. */
export function pixPayload(payment: PixPayment): PaymentPayload {
  const warnings: string[] = [];
  const plain = (option: string, value: string, most: number, need: 'required' | 'optional'): string => {
    const line = value.trim();
    const ascii = line.normalize('NFD').replace(/\p{M}/gu, '');
    if (ascii !== line.normalize('NFD')) warnings.push(`Option "${option}" loses its accents: ${ascii}`);
    if (!/^[\u0020-\u007e]*$/.test(ascii))
      throw paymentFault(option, 'must have only Latin letters, digits and signs of ASCII');
    return checkedLine(option, ascii, most, need);
  };
  const key = checkedKey(payment.account);
  const amount = checkedAmount(payment.amount, MAX_REAIS);
  const id = payment.reference.trim();
  if (!/^[A-Za-z0-9]{0,25}$/.test(id))
    throw paymentFault('reference', 'must have at most 25 letters and digits for Pix');
  const description = plain('text', payment.text, 72, 'optional');
  const account =
    field('00', 'br.gov.bcb.pix') + field('01', key) + (description === '' ? '' : field('02', description));
  if (account.length > 99) {
    throw paymentFault(
      'text',
      `must have at most ${description.length - (account.length - 99)} characters with this key, got ${description.length}`,
    );
  }
  const body = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    amount === undefined ? '' : field('54', amount),
    field('58', 'BR'),
    field('59', plain('name', payment.name, 25, 'required')),
    field('60', plain('city', payment.city, 15, 'required')),
    // Three stars stand for no transaction id.
    field('62', field('05', id === '' ? '***' : id)),
    '6304',
  ].join('');
  return { payload: body + crc16(body), warnings };
}

function checkedKey(text: string): string {
  const key = text.trim();
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)) return key.toLowerCase();
  if (/^\+\d{8,14}$/.test(key)) return key;
  if (key.length <= 77 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(key) && /^[\u0021-\u007e]+$/.test(key))
    return key.toLowerCase();
  const digits = key.replace(/[.\-/]/g, '').toUpperCase();
  if (/^\d{11}$/.test(digits) && hasCpfDigits(digits)) return digits;
  if (/^[A-Z0-9]{12}\d{2}$/.test(digits) && hasCnpjDigits(digits)) return digits;
  throw paymentFault(
    'account',
    'must be a Pix key: a CPF or CNPJ whose check digits fit, a phone number such as +5511912345678, an e-mail address or a random key',
  );
}

/** Receita Federal: weights from 2 upwards from the right, modulo 11; a CNPJ may have letters since 2026, by their ASCII code less 48. */
function checkDigit(digits: string, mostWeight: number): number {
  let sum = 0;
  let weight = 2;
  for (let i = digits.length - 1; i >= 0; i--) {
    sum += (digits.charCodeAt(i) - 48) * weight;
    weight = weight === mostWeight ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const hasCheckDigits = (digits: string, mostWeight: number): boolean =>
  [2, 1].every((left) => checkDigit(digits.slice(0, -left), mostWeight) === Number(digits.at(-left)));

const hasCpfDigits = (digits: string): boolean => !/^(\d)\1+$/.test(digits) && hasCheckDigits(digits, 11);
const hasCnpjDigits = (digits: string): boolean => !/^(\d)\1+$/.test(digits) && hasCheckDigits(digits, 9);
