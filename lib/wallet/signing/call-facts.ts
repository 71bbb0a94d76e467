import { type Address, isAddress, stringify } from 'viem';
import { addressValue, type SigningContext } from './context';
import type { DecodedCall } from './decode-call';
import type { Fact, FactValue } from './reading';

/** Longer arguments are cut here; the raw data has them whole. */
const ARGUMENT_CHARACTERS = 200;

function argumentValue(type: string, value: unknown, context: SigningContext): FactValue {
  if (type === 'address' && typeof value === 'string' && isAddress(value))
    return addressValue(context, value satisfies Address);
  const text = typeof value === 'object' ? stringify(value) : String(value);
  return {
    kind: 'text',
    text: text.length > ARGUMENT_CHARACTERS ? `${text.slice(0, ARGUMENT_CHARACTERS)}…` : text,
  };
}

/** The arguments of a call by their names. */
export const argumentFacts = ({ args }: DecodedCall, context: SigningContext): Fact[] =>
  args.map(({ name, type, value }, index) => ({
    field: name || String(index + 1),
    depth: 0,
    value: argumentValue(type, value, context),
  }));
