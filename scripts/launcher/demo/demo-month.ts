import { type Address, erc20Abi, parseAbi, parseUnits } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type AnvilClient, demoAccount } from '../chains/anvil-client';
import { mined } from '../chains/create2';
import { type DemoNumber, demoNumbers } from '../chains/demo-accounts';
import type { LocalContracts } from '../chains/platform-contracts';

const DAY_S = 86_400;
const HOUR_S = 3_600;
/** Age of the demo's chains in seconds. Longer than the longest chart, so that no chart shows the initial funding. */
export const DEMO_AGE_S = 33 * DAY_S;

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
]);

type Sender = { account: DemoNumber; client: AnvilClient; contracts: LocalContracts };
/** Sends one transaction from an account, `day` days after the chain's first block. */
type Step = { day: number; send: (sender: Sender) => Promise<`0x${string}`> };

const dollars = (amount: number) => parseUnits(String(amount), 6);
const dai = (amount: number) => parseUnits(String(amount), 18);
const deposited = (account: DemoNumber) => dollars(900 + 75 * account);
const swapped = (account: DemoNumber) => dollars(120 + 15 * account);

const approval =
  (token: 'tUsdt' | 'tDai', spender: 'vault' | 'router', amountOf: (account: DemoNumber) => bigint) =>
  ({ account, client, contracts }: Sender) =>
    client.writeContract({
      account: demoAccount(account),
      address: contracts[token],
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts[spender], amountOf(account)],
    });

/** Pays the previous account. The first account pays the last one. */
const payment: Step = {
  day: 22,
  send: ({ account, client, contracts }) =>
    client.writeContract({
      account: demoAccount(account),
      address: contracts.tDai,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [
        demoAccount(account === 1 ? demoNumbers.length : account - 1).address,
        dai(110 + 24.5 * account),
      ],
    }),
};

const full: readonly Step[] = [
  { day: 6, send: approval('tUsdt', 'vault', deposited) },
  {
    day: 6,
    send: ({ account, client, contracts }) =>
      client.writeContract({
        account: demoAccount(account),
        address: contracts.vault,
        abi: vaultAbi,
        functionName: 'deposit',
        args: [contracts.tUsdt, deposited(account)],
      }),
  },
  { day: 14, send: approval('tUsdt', 'router', swapped) },
  {
    day: 14,
    send: ({ account, client, contracts }) =>
      client.writeContract({
        account: demoAccount(account),
        address: contracts.router,
        abi: routerAbi,
        functionName: 'swapExactTokensForTokens',
        args: [
          swapped(account),
          // 1 tTIDE is about 0.05 tUSDT. Require at least 18 tTIDE per tUSDT, so that a swap in a mispriced pool fails.
          dai(18 * (120 + 15 * account)),
          [contracts.tUsdt, contracts.tTide] satisfies Address[],
          demoAccount(account).address,
          BigInt(2 ** 48),
        ],
      }),
  },
  payment,
  // This allowance stays unspent, so that the approvals page has an approval to revoke.
  { day: 29, send: approval('tDai', 'router', () => dai(500)) },
];

/**
 * Sends a month of real transactions from the demo accounts, dated on days after the chain's first block: a deposit, a
 * swap, a payment to another account, and an approval on the first chain, and only the payment on the other. Each
 * account's nonce shows how many transactions it has sent. An interrupted month resumes at the present time, and a
 * finished month sends nothing.
 */
export async function liveDemoMonth(
  client: AnvilClient,
  contracts: LocalContracts,
  isFirstChain: boolean,
): Promise<void> {
  const { timestamp: start } = await client.getBlock({ blockNumber: 0n });
  const steps = isFirstChain ? full : [payment];
  for (const [index, step] of steps.entries()) {
    for (const account of demoNumbers) {
      const { address } = demoAccount(account);
      if ((await client.getTransactionCount({ address })) > index) continue;
      const { timestamp: clock } = await client.getBlock({ blockTag: 'pending' });
      const planned = start + BigInt(step.day * DAY_S + account * 3 * HOUR_S + (isFirstChain ? 0 : HOUR_S));
      // After a restart, the chain's clock shows the present time and can't be set back.
      if (planned > clock) await client.setNextBlockTimestamp({ timestamp: planned });
      await mined(client, await step.send({ account, client, contracts }));
    }
  }
}
