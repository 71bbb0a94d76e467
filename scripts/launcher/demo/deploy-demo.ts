import { parseEther } from 'viem';
import { type AnvilClient, demoAccount } from '../chains/anvil-client';
import { demoNumbers, fundDemoAccounts } from '../chains/demo-accounts';
import { deployContracts, deployLocal } from '../chains/deploy';
import type { LocalContracts } from '../chains/platform-contracts';
import { fundPlatform } from '../chains/platform-funds';
import { demoHolding } from './demo-holdings';
import { DEMO_AGE_S, liveDemoMonth } from './demo-month';

/** Balance of a development account that nobody has used. */
const UNTOUCHED = parseEther('10000');

/** Sets the ETH of the accounts that still have anvil's. The balance itself shows that, because setting it has no log. */
async function setEther(client: AnvilClient, isFirstChain: boolean): Promise<void> {
  for (const account of demoNumbers) {
    const { address } = demoAccount(account);
    if ((await client.getBalance({ address })) !== UNTOUCHED) continue;
    await client.setBalance({ address, value: parseEther(demoHolding(account, isFirstChain).eth) });
  }
}

/**
 * Deploys what the demo needs to a local chain that began DEMO_AGE_S ago: the contracts, modest holdings and a month of
 * transactions of the demo accounts, all in the past, and then opens the platform's contracts at the present time. Sends
 * only what the chain lacks. A younger chain, which an earlier version started, gets what tests get.
 */
export async function deployDemo(client: AnvilClient, isFirstChain: boolean): Promise<LocalContracts> {
  const { timestamp: start } = await client.getBlock({ blockNumber: 0n });
  const now = BigInt(Math.floor(Date.now() / 1_000));
  const present = start + BigInt(DEMO_AGE_S);
  if (present > now) return deployLocal(client);
  await setEther(client, isFirstChain);
  const contracts = await deployContracts(client);
  await fundDemoAccounts(client, contracts, (account) => demoHolding(account, isFirstChain));
  await liveDemoMonth(client, contracts, isFirstChain);
  if ((await client.getBlock()).timestamp < present) {
    // The chain's clock continues from this block.
    await client.setNextBlockTimestamp({ timestamp: now });
    await client.mine({ blocks: 1 });
  }
  await fundPlatform(client, contracts);
  return contracts;
}
