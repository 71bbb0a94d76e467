import { Client } from 'pg';
import { type Abi, type Address, erc20Abi, getAddress, maxUint256, parseEther, parseUnits } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { anvilClient, demoAccount } from '../launcher/chains/anvil-client';
import { waitUntil } from '../launcher/process';
import { chainsIn, databaseIn } from '../launcher/settings';

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

  // Use less than anvil's default balance, which would dwarf everything else in the screenshots.
  await client.setBalance({ address: owner.address, value: parseEther(index === 0 ? '18.25' : '6.4') });
  await send(erc20('tDAI', 'transfer', [owner.address, tide('320.5')]), friend);
  await send(erc20('tTIDE', 'approve', [staking.address, tide('25000')]));
  await send({ ...staking, functionName: 'stake', args: [tide('25000')] });
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

/**
 * Inserts eight days of past prices for every coin, because charts only show prices recorded while the site was
 * running. Past prices vary around the current price by a few percent, or by a thousandth of that for stablecoins.
 * Waits until every coin has a price.
 */
async function noteSamplePast(dataDir: string): Promise<void> {
  const client = new Client({ connectionString: await databaseIn(dataDir) });
  await client.connect();
  try {
    await waitUntil(
      async () => {
        const { rowCount } = await client.query(
          `insert into price_points
           select coin_id, point.at, price * (1 + case when abs(price - 1) < 0.03 then 0.001 else 1 end * (
             0.030 * sin(hours / 23.0 + coin_id) + 0.014 * sin(hours / 7.0 + 2 * coin_id)
             + 0.006 * sin(hours / 2.3 + 3 * coin_id)) * least(1, hours / 30.0))
           from prices, generate_series(1, 24 * 8) hours,
             lateral (select date_bin('5 minutes', now(), 'epoch') - make_interval(mins => 60 * hours - 30) as at) point
           where (select count(*) from prices) = (select count(*) from coins where enabled)
           on conflict do nothing`,
        );
        return (rowCount ?? 0) > 0;
      },
      { timeoutMs: 60_000, intervalMs: 500, message: 'not every coin has a price' },
    );
  } finally {
    await client.end();
  }
}

/** Sets up the account's positions and the coins' price history for the screenshots, on a newly started site. */
export async function holdSomething(dataDir: string): Promise<void> {
  await noteSamplePast(dataDir);
  const file = await chainsIn(dataDir);
  for (const index of file.chains.keys()) await actOn(file, index);
}
