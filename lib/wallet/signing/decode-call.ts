import {
  type AbiFunction,
  type Address,
  decodeFunctionData,
  type Hex,
  slice,
  toFunctionSignature,
} from 'viem';
import { functionOf } from './abi';

export type DecodedCall = {
  /** `approve(address,uint256)` */
  signature: string;
  /** The same with the names of its arguments. */
  text: string;
  args: readonly { name: string; type: string; value: unknown }[];
};

const typeOf = ({ type, name }: { type: string; name?: string }) => (name ? `${type} ${name}` : type);

const written = ({ name, inputs }: AbiFunction) => `${name}(${inputs.map(typeOf).join(', ')})`;

/** What call data says, where it is a call that is known here and its arguments are whole; null otherwise. */
export function decodeCall(data: Hex): DecodedCall | null {
  if (data.length < 10) return null;
  const item = functionOf(slice(data, 0, 4));
  if (!item) return null;
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data }) as { args?: readonly unknown[] };
    return {
      signature: toFunctionSignature(item),
      text: written(item),
      args: item.inputs.map(({ name = '', type }, index) => ({ name, type, value: args[index] })),
    };
  } catch {
    // Cut off, or somebody else's function of the same selector: nothing is known of it.
    return null;
  }
}

/** The arguments of a call whose types are known by its signature. */
export const argsOf = <T extends readonly (Address | bigint | boolean | number | object)[]>({
  args,
}: DecodedCall): T => args.map(({ value }) => value) as unknown as T;
