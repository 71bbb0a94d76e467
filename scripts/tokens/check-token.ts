import { getAddress, isAddress, zeroAddress } from 'viem';
import type { TokenInfo } from './token-list-file';

const MAX_DECIMALS = 36;
const SYMBOL = /^(?=.*[A-Za-z0-9])[A-Za-z0-9$+._/%-]{1,20}$/;
/** Latin and Han letters with what stands between them: no other script that imitates them, no markup, nothing unseen. */
const NAME = /^(?=.*[\p{L}\p{N}])[\p{Script=Latin}\p{Script=Han}\p{N} .,:;!?()+\-/%$'’&–·[\]]{1,60}$/u;

function addressFault(address: string): string | null {
  if (!isAddress(address, { strict: false })) return 'its address is none of an EVM chain';
  if (getAddress(address) !== address) return 'its address has no right EIP-55 checksum';
  return address === zeroAddress ? 'its address is the zero address' : null;
}

function iconFault(logoURI: string): string | null {
  const url = URL.canParse(logoURI) ? new URL(logoURI) : null;
  const isSafe = url !== null && ['https:', 'ipfs:'].includes(url.protocol) && !url.username && !url.password;
  return isSafe ? null : 'its icon is neither at an https nor an ipfs address';
}

/** Why a token of a valid list is not to be shown to people beside their money; null where nothing speaks against it. */
export function tokenFault({ address, symbol, name, decimals, logoURI }: TokenInfo): string | null {
  const fault = addressFault(address);
  if (fault) return fault;
  if (decimals > MAX_DECIMALS) return `it has more than ${MAX_DECIMALS} decimals`;
  if (!SYMBOL.test(symbol))
    return 'its symbol has other signs than Latin letters, digits and $ + . _ / % -, or none';
  if (!NAME.test(name) || name.trim() !== name || name.normalize('NFKC') !== name)
    return 'its name is empty or has signs that may deceive';
  return logoURI === undefined ? null : iconFault(logoURI);
}
