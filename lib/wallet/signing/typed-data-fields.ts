import { type Address, isAddress } from 'viem';
import { addressValue, type SigningContext } from './context';
import type { TypedDataRequest } from './parse-typed-data';
import type { Fact, FactValue } from './reading';
import { elementOf, isAtom } from './typed-data-types';
import type { TypedValue } from './typed-data-values';

/** So many fields are listed; more is no longer read by anybody, and the raw data has it whole. */
export const SHOWN_FIELDS = 120;
const SHOWN_CHARACTERS = 600;

type Line = { field: string; depth: number; type: string; value: TypedValue | null };

/** Every value of the message in order, each with its name, its depth and its type; null for what has parts. */
function* linesOf(
  { structs }: TypedDataRequest,
  type: string,
  value: TypedValue,
  depth: number,
): Generator<Line> {
  const element = elementOf(type);
  const parts: [field: string, type: string, value: TypedValue | undefined][] =
    element && Array.isArray(value)
      ? value.map((item: TypedValue, index) => [String(index + 1), element.type, item])
      : (structs.get(type) ?? []).map((field) => [
          field.name,
          field.type,
          (value as Record<string, TypedValue>)[field.name],
        ]);
  for (const [field, partType, part] of parts) {
    if (part === undefined) continue;
    if (isAtom(partType)) yield { field, depth, type: partType, value: part };
    else {
      const isEmpty = Array.isArray(part) && part.length === 0;
      yield { field, depth, type: partType, value: isEmpty ? '[]' : null };
      yield* linesOf({ structs } as TypedDataRequest, partType, part, depth + 1);
    }
  }
}

function lineValue({ type, value }: Line, context: SigningContext): FactValue {
  if (type === 'address' && typeof value === 'string' && isAddress(value))
    return addressValue(context, value satisfies Address);
  const text = value === null ? '' : String(value);
  return {
    kind: 'text',
    text: text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text,
  };
}

/** The fields of a message by their names, and whether those are all. */
export function messageFacts(
  request: TypedDataRequest,
  context: SigningContext,
): { facts: Fact[]; isWhole: boolean } {
  const facts: Fact[] = [];
  for (const line of linesOf(request, request.primaryType, request.message, 0)) {
    if (facts.length >= SHOWN_FIELDS) return { facts, isWhole: false };
    facts.push({ field: line.field, depth: line.depth, value: lineValue(line, context) });
  }
  return { facts, isWhole: true };
}
