import 'server-only';
import { randomInt } from 'node:crypto';

/** `length` characters of `alphabet`, each drawn evenly by a CSPRNG. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
