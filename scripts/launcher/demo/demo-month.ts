import { type Address, erc20Abi, parseAbi, parseUnits } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type AnvilClient, demoAccount } from '../chains/anvil-client';
import { mined } from '../chains/create2';
import { type DemoNumber, demoNumbers } from '../chains/demo-accounts';
import type { LocalContracts } from '../chains/platform-contracts';

const DAY_S = 86_400;
const HOUR_S = 3_600;
/** The demo's chains begin this long ago: longer than the longest chart, so that no chart shows the first payments. */
export const DEMO_AGE_S = 33 * DAY_S;

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
]);

type Sender = { account: DemoNumber; client: AnvilClient; contracts: LocalContracts };
/** Sends one transaction of an account, `day` days after the chain's first block. */
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

/** Pays the account before this one; the first pays the last. */
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
          // 1 tTIDE is about 0.05 tUSDT. At least 18 for each, so that a wrong pool fails.
          dai(18 * (120 + 15 * account)),
          [contracts.tUsdt, contracts.tTide] satisfies Address[],
          demoAccount(account).address,
          BigInt(2 ** 48),
        ],
      }),
  },
  payment,
  // Not spent, so that the approvals page has one to revoke.
  { day: 29, send: approval('tDai', 'router', () => dai(500)) },
];

/**
 * Sends a month of real transactions of the demo accounts, dated over the days after the chain's first block: a deposit,
 * a swap, a payment to another account and an approval on the first chain, and only the payment on the other. An
 * account's nonce shows how many of them it has sent, so an interrupted month continues (at the present time) and a
 * finished one sends nothing.
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
      // After a restart the clock is at the present, and can't go back.
      if (planned > clock) await client.setNextBlockTimestamp({ timestamp: planned });
      await mined(client, await step.send({ account, client, contracts }));
    }
  }
}
