import { type Address, encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { anvilClient, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { chainsIn } from '@/scripts/launcher/settings';

/** Transactions per block, limited by the block gas limit. */
const BATCH = 400;
const GAS = 60_000n;

/** Sends `count` payments to an account on a running site's first local chain, each in its own transaction. */
export async function payOften(dataDir: string, account: Address, count: number): Promise<void> {
  const { chains, coins } = await chainsIn(dataDir);
  const [chain] = chains;
  const token = coins
    .find(({ symbol }) => symbol === 'tUSDT')
    ?.tokens.find(({ chainId }) => chainId === chain?.id)?.address;
  if (!chain || !token) throw new Error('the site has no chain with tUSDT');
  const node = anvilClient(chain);
  const payer = demoAccount(4).address;
  let nonce = await node.getTransactionCount({ address: payer });
  await node.setAutomine(false);
  try {
    for (let done = 0; done < count; done += BATCH) {
      await Promise.all(
        Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
          node.sendTransaction({
            account: payer,
            to: getAddress(token),
            nonce: nonce + index,
            gas: GAS,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: 'transfer',
              args: [account, 10_000n + BigInt(done + index)],
            }),
          }),
        ),
      );
      nonce += Math.min(BATCH, count - done);
      await node.mine({ blocks: 1 });
    }
    // The site re-reads recent blocks because they may be reorganized. Mining more blocks makes the payments final.
    await node.mine({ blocks: 100 });
  } finally {
    await node.setAutomine(true);
  }
}
