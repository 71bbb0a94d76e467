import { type Address, erc20Abi, parseUnits } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { chainClient, E2E_DATA_DIR, FUNDER, findContract, findToken } from './e2e-site';
import type { InjectedWallet } from './injected-wallet';

/** Amounts are in whole payment tokens, and durations are in seconds. */
type Sale = {
  chainId: number;
  payment: string;
  price: string;
  softCap: string;
  hardCap: string;
  walletCap: string;
  cliff: bigint;
  vesting: bigint;
  /** Seconds until the sale opens. Negative if it is already open. */
  opensIn: bigint;
  /** Seconds until the sale closes. */
  closesIn: bigint;
};

/** Deploys and schedules a sale of tTIDE from the development account, which the node signs for. */
export async function deployPresale(sale: Sale, dataDir = E2E_DATA_DIR): Promise<Address> {
  const client = chainClient(sale.chainId, dataDir);
  const mined = (hash: `0x${string}`) => client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  const saleToken = findToken('tTIDE', sale.chainId, dataDir).address ?? NATIVE_TOKEN;
  const payment = findToken(sale.payment, sale.chainId, dataDir);
  const units = (amount: string) => parseUnits(amount, payment.decimals);
  const { contractAddress } = await mined(
    await client.deployContract({
      account: FUNDER,
      abi: presaleAbi,
      bytecode: await ownCode('Presale'),
      args: [
        {
          saleToken,
          paymentToken: payment.address ?? NATIVE_TOKEN,
          price: units(sale.price),
          softCap: units(sale.softCap),
          hardCap: units(sale.hardCap),
          walletCap: units(sale.walletCap),
          cliff: sale.cliff,
          vesting: sale.vesting,
        },
        FUNDER,
      ],
    }),
  );
  if (!contractAddress) throw new Error('the presale was not deployed');
  const presale = { account: FUNDER, address: contractAddress, abi: presaleAbi } as const;
  const inventory = await client.readContract({ ...presale, functionName: 'inventory' });
  const token = { account: FUNDER, address: saleToken, abi: erc20Abi } as const;
  await mined(
    await client.writeContract({ ...token, functionName: 'approve', args: [contractAddress, inventory] }),
  );
  const { timestamp } = await client.getBlock();
  const window = [timestamp + sale.opensIn, timestamp + sale.closesIn] as const;
  await mined(await client.writeContract({ ...presale, functionName: 'schedule', args: window }));
  return contractAddress;
}

/** Contributes a token or native currency to a presale directly on chain. The node signs for the account. */
export async function contributeOnChain(
  account: Address,
  {
    chainId,
    presale,
    payment,
    amount,
  }: { chainId: number; presale: Address; payment: string; amount: string },
  dataDir = E2E_DATA_DIR,
) {
  const client = chainClient(chainId, dataDir);
  const mined = (hash: `0x${string}`) => client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  const { address, decimals } = findToken(payment, chainId, dataDir);
  const value = parseUnits(amount, decimals);
  const sale = { account, address: presale, abi: presaleAbi } as const;
  await client.impersonateAccount({ address: account });
  if (!address) {
    await mined(await client.writeContract({ ...sale, functionName: 'contributeNative', value }));
    return;
  }
  const token = { account, address, abi: erc20Abi } as const;
  await mined(await client.writeContract({ ...token, functionName: 'approve', args: [presale, value] }));
  await mined(await client.writeContract({ ...sale, functionName: 'contribute', args: [value] }));
}

/** Converts an amount of test dollars to base units. */
export const usdt = (amount: string) => parseUnits(amount, 6);

export const pledgesOn = (chainId: number) => ({
  client: chainClient(chainId),
  contract: { address: findContract('pledge_contract', chainId), abi: pledgeAbi } as const,
  token: { address: findToken('tUSDT', chainId).address ?? ('0x' as Address), abi: erc20Abi } as const,
});

/** Returns all pledges of the wallet's account, as stored in the contract. */
export function pledgesOf({ address }: InjectedWallet, chainId: number) {
  const { client, contract } = pledgesOn(chainId);
  return client.readContract({ ...contract, functionName: 'positionsOf', args: [address, 0n, 50n] });
}

/** Pledges test dollars directly on chain, without the pages. */
export async function pledgeOnChain(
  { account }: InjectedWallet,
  chainId: number,
  termId: bigint,
  amount: bigint,
) {
  const { client, contract, token } = pledgesOn(chainId);
  const approve = { ...token, functionName: 'approve', args: [contract.address, amount] } as const;
  const approval = await client.writeContract({ ...approve, account });
  await client.waitForTransactionReceipt({ hash: approval, pollingInterval: 100 });
  const hash = await client.writeContract({
    ...contract,
    account,
    functionName: 'pledge',
    args: [termId, amount],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}
