import 'server-only';
import { type Abi, type Hex, toFunctionSelector } from 'viem';

/** Returns the names of a contract's errors by their selectors. */
export const errorNamesOf = (abi: Abi): ReadonlyMap<Hex, string> =>
  new Map(
    abi.flatMap((item) =>
      item.type === 'error'
        ? [
            [
              toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
              item.name,
            ] as const,
          ]
        : [],
    ),
  );
