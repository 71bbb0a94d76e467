import 'server-only';
import { type Address, getAddress } from 'viem';
import { listCoins } from '../coins/coins';
import { listChains, listContracts } from '../config/lists';
import { describeError, log } from '../log';
import { MoneyReader } from './money-reader';
import { sendPush } from './send-push';
import { accountsWith, targetsOf } from './subscriptions';

/** Returns a function that pushes to the browsers of accounts that have received money since its last call, on any chain. */
export function createMoneyPush(): () => Promise<void> {
  const readers = new Map<number, MoneyReader>();
  return async () => {
    const accounts = await accountsWith('money');
    if (accounts.length === 0) {
      readers.clear();
      return;
    }
    const [chains, coins, contracts] = await Promise.all([listChains(), listCoins(), listContracts()]);
    const received = await Promise.all(
      chains.map(async (chain): Promise<Address[]> => {
        const reader = readers.get(chain.id) ?? new MoneyReader();
        readers.set(chain.id, reader);
        const onChain = <T extends { chainId: number }>({ chainId }: T) => chainId === chain.id;
        const tokens = coins.flatMap((coin) =>
          coin.tokens.filter(onChain).flatMap(({ address }) => (address ? [getAddress(address)] : [])),
        );
        const platform = new Set(contracts.filter(onChain).map(({ address }) => getAddress(address)));
        try {
          return await reader.read({ chain, tokens, platform }, accounts);
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
    const owners = [...new Set(received.flat())];
    if (owners.length > 0) await sendPush(await targetsOf('money', owners), 'money');
  };
}
