import { type Address, parseEther } from 'viem';
import { type AnvilClient, demoAccount } from '../chains/anvil-client';
import { demoNumbers, fundDemoAccounts } from '../chains/demo-accounts';
import { deployContracts } from '../chains/deploy';
import type { LocalContracts } from '../chains/platform-contracts';
import { fundPlatform } from '../chains/platform-funds';
import { demoHolding } from './demo-holdings';
import { DEMO_AGE_S, liveDemoMonth } from './demo-month';

/** Initial balance of anvil's development accounts. */
const UNTOUCHED = parseEther('10000');

/**
 * Sets the ETH balance of each demo account that still has anvil's initial balance. Setting a balance emits no log, so
 * the balance itself shows whether it has been set.
 */
async function setEther(client: AnvilClient, isFirstChain: boolean): Promise<void> {
  for (const account of demoNumbers) {
    const { address } = demoAccount(account);
    if ((await client.getBalance({ address })) !== UNTOUCHED) continue;
    await client.setBalance({ address, value: parseEther(demoHolding(account, isFirstChain).eth) });
  }
}

/**
 * Sets up the demo on a local chain that started DEMO_AGE_S ago. The contracts, modest holdings, and a month of
 * transactions from the demo accounts are dated in the past. Then the platform's contracts open at the present time.
 * Sends only the transactions that are missing. `cardOperator` posts card purchases.
 */
export async function deployDemo(
  client: AnvilClient,
  isFirstChain: boolean,
  cardOperator: Address,
): Promise<LocalContracts> {
  const { timestamp: start } = await client.getBlock({ blockNumber: 0n });
  const now = BigInt(Math.floor(Date.now() / 1_000));
  const present = start + BigInt(DEMO_AGE_S);
  await setEther(client, isFirstChain);
  const contracts = await deployContracts(client, cardOperator);
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
