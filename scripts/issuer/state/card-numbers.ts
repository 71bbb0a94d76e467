import { randomDigits } from './ids';

/** The issuer’s secrets of a card. */
export interface CardSecrets {
  number: string;
  cvc: string;
  pin: string;
}

/** Stripe's range for test cards of Issuing. */
const BIN = '400000999';

/**
 * Secrets of the first card of every local issuer. A test can search for them in tables, logs, and responses of the
 * site, where they must never be.
 */
export const CANARY: CardSecrets = { number: '4000009990731732', cvc: '739', pin: '7391' };

/** Returns the Luhn check digit of a number without its last digit. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns whether the Luhn check digit of a card number is right. */
export const isCardNumber = (number: string) =>
  /^\d{16}$/.test(number) && checkDigit(number.slice(0, -1)) === number.slice(-1);

/** Returns a number, CVC, and PIN whose last four digits no card in `taken` has. */
export function newCardSecrets(taken: readonly CardSecrets[]): CardSecrets {
  if (taken.length === 0) return CANARY;
  const lastFours = new Set(taken.map(({ number }) => number.slice(-4)));
  for (;;) {
    const digits = `${BIN}${randomDigits(6)}`;
    const number = `${digits}${checkDigit(digits)}`;
    if (!lastFours.has(number.slice(-4))) return { number, cvc: randomDigits(3), pin: randomDigits(4) };
  }
}
