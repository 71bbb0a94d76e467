import { type Address, getAddress, zeroAddress } from 'viem';
import { refuse } from './payment-request';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Reads an address in small letters or with its EIP-55 checksum, and gives the checksummed form.
 * @throws RequestRefusal for anything else, an ENS name and the zero address included.
 */
export function readAddress(text: string): Address {
  if (!ADDRESS.test(text)) refuse(text.includes('.') && !text.startsWith('0x') ? 'ens' : 'address');
  const address = getAddress(text);
  if (text !== address && text !== text.toLowerCase()) refuse('checksum');
  if (address === zeroAddress) refuse('zeroAddress');
  return address;
}
