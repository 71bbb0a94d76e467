import { maxUint256 } from 'viem';
import { refuse } from './payment-request';

/** 10^77 is the largest power of ten in a uint256. */
const MAX_EXPONENT = 77;
const NUMBER = /^(\d*)(?:\.(\d+))?(?:[eE](\d+))?$/;

/**
 * Reads a number of EIP-681 (`number`), such as 2.014e18, as whole base units of a uint256.
 * @throws RequestRefusal for a sign, a unit, a fraction of a base unit, and what does not fit.
 */
export function readNumber(text: string): bigint {
  if (/^[+-]/.test(text)) refuse('sign');
  if (/^\d[\d.]*(?:[eE]\d+)?[a-zA-Z]+$/.test(text)) refuse('unit');
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? refuse('number');
  if (whole === '' || /^0\d/.test(whole)) refuse('number');
  if (exponent.length > 2 || Number(exponent) > MAX_EXPONENT) refuse('exponent');
  if (fraction.length > Number(exponent)) refuse('fraction');
  const value = BigInt(whole + fraction.padEnd(Number(exponent), '0'));
  if (value > maxUint256) refuse('overflow');
  return value;
}
