import type { ChainMapping } from '@/lib/api/types';
import { scaleTo, sum } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import { isTestnet } from '@/lib/wallet/networks/is-testnet';
import { compareFiatValue, type HeldPart, holdingKey } from './holdings';

/** An amount of a token on one network, with its fiat value, or undefined if there is no price. */
type ValuedRow = Pick<HeldPart, 'chainId' | 'token' | 'amount'> & { value: bigint | undefined };

/** A coin on all networks that have some of it, or on all test networks. */
export type CoinGroup<Row> = {
  key: string;
  /** One row per network, highest value first. */
  rows: [Row, ...Row[]];
  /** Sum in base units of `decimals`, the most that any of the networks uses. */
  amount: bigint;
  decimals: number;
  value: bigint | undefined;
};

const byValue = (one: { value: bigint | undefined }, other: { value: bigint | undefined }) =>
  compareFiatValue(other.value ?? -1n, one.value ?? -1n);

/**
 * Groups tokens by the coin of the token list, highest value first. Tokens are never the same because of their symbols, so one
 * that the user added is a group of its own. A coin of test networks is never summed with a real one.
 */
export function groupByCoin<Row extends ValuedRow>(
  rows: readonly Row[],
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
): CoinGroup<Row>[] {
  const groups = groupBy(rows, (row) => {
    const { coinId } = row.token;
    if (coinId === null) return holdingKey(row);
    return isTestnet(chains, row.chainId) ? `${coinId} test` : String(coinId);
  });
  return [...groups]
    .map(([key, own]) => {
      const decimals = Math.max(...own.map(({ token }) => token.decimals));
      const values = own.flatMap(({ value }) => value ?? []);
      return {
        ...{ key, decimals, rows: own.sort(byValue) },
        amount: sum(own.map(({ amount, token }) => scaleTo(amount, token.decimals, decimals))),
        value: values.length > 0 ? sum(values) : undefined,
      };
    })
    .sort(byValue);
}
