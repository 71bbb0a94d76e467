import { refuse } from './payment-request';
import { readNumber } from './read-number';

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
