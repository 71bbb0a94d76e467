import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number, alphabet = ALPHABET) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a new object ID with Stripe's prefix, such as `ic` for a card. */
export const newId = (prefix: string) => `${prefix}_1${randomText(23)}`;

/** Returns a new secret with a prefix, such as `ek_test`. */
export const newSecret = (prefix: string) => `${prefix}_${randomText(40)}`;

/** Returns `length` random decimal digits. */
export const randomDigits = (length: number) => randomText(length, '0123456789');
