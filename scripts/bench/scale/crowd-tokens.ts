import { type Address, concat, getAddress, type Hex, keccak256, numberToHex, slice, toHex } from 'viem';

const BATCH = 500;
const FIRST_ID = 1_000;

/** A token of a long list. */
export type CrowdToken = { id: number; symbol: string; name: string; address: Address; held: bigint };

/** So many tokens of 18 decimals, each held by everybody, and each of them to another amount. */
export const crowdOfTokens = (count: number): CrowdToken[] =>
  Array.from({ length: count }, (_, index) => ({
    id: FIRST_ID + index,
    symbol: `TKN${FIRST_ID + index}`,
    name: `Token ${FIRST_ID + index}`,
    address: getAddress(slice(keccak256(numberToHex(index)), 12)),
    held: BigInt(index + 1) * 10n ** 18n + 123_456_789n,
  }));

/** A contract that answers every question with one number: PUSH32 number, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN. */
const answering = (value: bigint): Hex => concat(['0x7f', toHex(value, { size: 32 }), '0x5f5260205ff3']);

type Node = { setCode: (args: { address: Address; bytecode: Hex }) => Promise<void> };

/** Puts the tokens into a local chain's state: as many deployments would take minutes. */
export async function deployCrowd(node: Node, tokens: readonly CrowdToken[]): Promise<void> {
  for (let start = 0; start < tokens.length; start += BATCH)
    await Promise.all(
      tokens
        .slice(start, start + BATCH)
        .map(({ address, held }) => node.setCode({ address, bytecode: answering(held) })),
    );
}
