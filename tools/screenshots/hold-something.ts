import { Client } from 'pg';
import { type Abi, type Address, erc20Abi, getAddress, maxUint256, parseUnits } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { anvilClient, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { chainsIn, databaseIn } from '@/scripts/launcher/settings';
import { waitUntil } from '@/server/process/process';

/** The demo account in the screenshots, as numbered by the demo wallet. */
export const SHOWN_ACCOUNT = 2;
const owner = demoAccount(SHOWN_ACCOUNT);
const friend = demoAccount(3);

type Call = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] };

/** Stakes, pledges, contributes to the presale, makes payments and grants approvals, as the wallet pages do. */
async function actOn({ chains, coins }: ChainsFile, index: number): Promise<void> {
  const chain = chains[index];
  if (!chain) throw new Error(`there is no local chain ${index + 1}`);
  const client = anvilClient(chain);
  const contractAt = (name: string): Address => {
    const found = chain.contracts[name];
    if (!found) throw new Error(`${chain.name} has no ${name}`);
    return getAddress(found);
  };
  const tokenOf = (symbol: string): Address => {
    const found = coins
      .find((coin) => coin.symbol === symbol)
      ?.tokens.find(({ chainId }) => chainId === chain.id)?.address;
    if (!found) throw new Error(`${symbol} is no token on ${chain.name}`);
    return getAddress(found);
  };
  const send = async (call: Call, account = owner) => {
    const hash = await client.writeContract({ ...call, account });
    const { status } = await client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`${call.functionName} failed on ${chain.name}`);
  };
  const erc20 = (symbol: string, functionName: string, args: readonly unknown[]): Call => ({
    address: tokenOf(symbol),
    abi: erc20Abi,
    functionName,
    args,
  });
  const [dollars, tide] = [(text: string) => parseUnits(text, 6), (text: string) => parseUnits(text, 18)];
  const staking = { address: contractAt('staking_contract'), abi: stakingPoolAbi as Abi };
  const pledges = { address: contractAt('pledge_contract'), abi: pledgeAbi as Abi };

  await send(erc20('tDAI', 'transfer', [owner.address, tide('320.5')]), friend);
  const stake = tide(index === 0 ? '25000' : '12000');
  await send(erc20('tTIDE', 'approve', [staking.address, stake]));
  await send({ ...staking, functionName: 'stake', args: [stake] });
  await send(erc20('tUSDT', 'approve', [pledges.address, dollars('4000')]));
  await send({ ...pledges, functionName: 'pledge', args: [0n, dollars('1500')] });
  if (index > 0) return;
  await send({ ...pledges, functionName: 'pledge', args: [1n, dollars('2500')] });
  const presale = { address: contractAt('presale_contract'), abi: presaleAbi as Abi };
  await send(erc20('tUSDT', 'approve', [presale.address, dollars('1200')]));
  await send({ ...presale, functionName: 'contribute', args: [dollars('1200')] });
  await send(erc20('tUSDT', 'transfer', [friend.address, dollars('75')]));
  // One approval for a known contract, and one for an unknown address.
  await send(erc20('tTIDE', 'approve', [contractAt('router_contract'), tide('500')]));
  await send(erc20('tDAI', 'approve', [friend.address, maxUint256]));
}

/** Waits until the launcher has stored the sample prices, which the charts show. */
async function waitForSamplePrices(dataDir: string): Promise<void> {
  const client = new Client({ connectionString: await databaseIn(dataDir) });
  await client.connect();
  try {
    const text = 'select count(distinct coin_id) = (select count(*) from coins where enabled) as done';
    await waitUntil(
      async () =>
        (await client.query<{ done: boolean }>(`${text} from price_points where is_sample`)).rows[0]?.done ??
        false,
      { timeoutMs: 60_000, intervalMs: 500, message: 'not every coin has sample prices' },
    );
  } finally {
    await client.end();
  }
}

/** Sets up the account's positions and the coins' price history for the screenshots, on a newly started site. */
export async function holdSomething(dataDir: string): Promise<void> {
  await waitForSamplePrices(dataDir);
  const file = await chainsIn(dataDir);
  for (const index of file.chains.keys()) await actOn(file, index);
}
