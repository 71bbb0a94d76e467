import 'server-only';
import { type Address, getAddress } from 'viem';
import { listCoins } from '../coins/coins';
import { listChains, listContracts } from '../config/lists';
import { describeError, log } from '../log';
import { MoneyReader } from './money-reader';
import { sendPush } from './send-push';
import { accountsWith, targetsOf } from './subscriptions';

/** Maximum number of accounts per look, on average, to bound its requests. More accounts are split into shares that take turns. */
const ACCOUNTS_PER_LOOK = 2_000;
/** Shortest time between two push messages about an account's money, because anyone can send it small amounts. */
const PAUSE_MS = 60_000;

/**
 * Returns a function that pushes to the browsers of accounts that have received money since its last call, on any chain, or since an
 * earlier one if there are many accounts.
 */
export function createMoneyPush(pauseMs = PAUSE_MS, perLook = ACCOUNTS_PER_LOOK): () => Promise<void> {
  /** By share of the accounts and chain ID. */
  const readers = new Map<string, MoneyReader>();
  let looks = 0;
  let shares = 0;
  /** Accounts that have received money, until their browsers get a push message. */
  const owners = new Set<Address>();
  /** Times of the latest push messages, in milliseconds. */
  const toldAt = new Map<Address, number>();
  return async () => {
    const all = await accountsWith('money');
    if (all.length === 0) {
      readers.clear();
      shares = 0;
      return;
    }
    // Each share has its own readers, so none has to catch up with another's blocks. A new number of shares starts all readers
    // again, so the number only grows.
    if (all.length > shares * perLook) {
      readers.clear();
      shares = Math.ceil(all.length / perLook);
    }
    const share = looks % shares;
    looks += 1;
    const accounts = all.filter((account) => Number(BigInt(account) % BigInt(shares)) === share);
    const [chains, coins, contracts] = await Promise.all([listChains(), listCoins(), listContracts()]);
    const received = await Promise.all(
      chains.map(async (chain): Promise<Address[]> => {
        const key = `${share} ${chain.id}`;
        const reader = readers.get(key) ?? new MoneyReader();
        readers.set(key, reader);
        const onChain = <T extends { chainId: number }>({ chainId }: T) => chainId === chain.id;
        const tokens = coins.flatMap((coin) =>
          coin.tokens.filter(onChain).flatMap(({ address }) => (address ? [getAddress(address)] : [])),
        );
        const own = contracts.filter(onChain);
        const multicall = own.find(({ name }) => name === 'multicall')?.address;
        const platform = new Set(own.map(({ address }) => getAddress(address)));
        try {
          return await reader.read({ chain, tokens, platform, multicall }, accounts);
        } catch (error) {
          // The next look reads the same blocks.
          log.warn(
            { chainId: chain.id, err: describeError(error) },
            'received money could not be looked for',
          );
          return [];
        }
      }),
    );
    const now = Date.now();
    for (const [account, at] of toldAt) if (at <= now - pauseMs) toldAt.delete(account);
    for (const account of received.flat()) owners.add(account);
    const due = [...owners].filter((account) => !toldAt.has(account));
    if (due.length === 0) return;
    for (const account of due) {
      owners.delete(account);
      toldAt.set(account, now);
    }
    await sendPush(await targetsOf('money', due), 'money');
  };
}
