import { type Address, getAddress, zeroAddress } from 'viem';
import { nameLike } from '@/lib/wallet/ens/name-like';
import { refuse } from './payment-request';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Ends in a top-level label of letters, so that a mistyped address is never taken for a name. */
const ENDS_LIKE_A_NAME = /\.\p{L}{2,}$/u;

/**
 * Reads an address in one case or with its EIP-55 checksum, and gives the checksummed form. `0X` and capitals, as QR codes
 * in alphanumeric mode have them, claim no checksum.
 * @throws RequestRefusal for anything else, the zero address included.
 */
export function readAddress(text: string): Address {
  const plain = text.replace(/^0X/, '0x');
  if (!ADDRESS.test(plain)) refuse('address');
  const address = getAddress(plain);
  const digits = plain.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && plain !== address) refuse('checksum');
  if (address === zeroAddress) refuse('zeroAddress');
  return address;
}

/** The text if it is an ENS name and nothing else; null for all that may be meant as an address. */
export const readName = (text: string): string | null =>
  /^0x/i.test(text) || !ENDS_LIKE_A_NAME.test(text) ? null : nameLike(text);
