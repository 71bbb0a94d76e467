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

/** What a request may say about gas. It is checked and not used: the payer's wallet sets the fee. */
const gasNames = ['gas', 'gasLimit', 'gasPrice'];
/** Two names of one thing. */
const sameName = new Map([['gasLimit', 'gas']]);

/**
 * Reads the parameters of EIP-681 after the `?`, in their order: each known, each once, gas left out. `decoded` takes the
 * percent-encoding from a name and from a value.
 * @throws RequestRefusal for every other one.
 */
export function readParameters(
  query: string,
  known: readonly string[],
  decoded: (component: string) => string,
): Map<string, string> {
  const read = new Map<string, string>();
  const seen = new Set<string>();
  for (const part of query.split('&')) {
    const [, ...written] = /^([^=]+)=([^=]+)$/.exec(part) ?? refuse('parameter');
    const [name = '', value = ''] = written.map(decoded);
    const isGas = gasNames.includes(name);
    if (!isGas && !known.includes(name)) refuse('unknownParameter');
    const one = sameName.get(name) ?? name;
    if (seen.has(one)) refuse('duplicateParameter');
    seen.add(one);
    if (isGas) readNumber(value);
    else read.set(name, value);
  }
  return read;
}
