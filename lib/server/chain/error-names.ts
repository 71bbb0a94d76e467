import 'server-only';
import { type Abi, type Hex, toFunctionSelector } from 'viem';

/** Returns a function that names a contract's error by its selector, or returns the selector of an unknown one. */
export function errorNamer(abi: Abi): (selector: Hex) => string {
  const names = new Map<Hex, string>(
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
  return (selector) => names.get(selector) ?? selector;
}
