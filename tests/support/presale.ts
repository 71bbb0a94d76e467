import { type Address, erc20Abi, parseUnits } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { chainClient, E2E_DATA_DIR, FUNDER, findToken } from './e2e-site';

/** Amounts in whole payment tokens, spans in seconds. */
type Sale = {
  chainId: number;
  payment: string;
  price: string;
  softCap: string;
  hardCap: string;
  walletCap: string;
  cliff: bigint;
  vesting: bigint;
  /** From now until it opens; negative for one that is open already. */
  opensIn: bigint;
  /** From now until it closes. */
  closesIn: bigint;
};

/** Deploys a sale of tTIDE and schedules it, from the development account; the node signs for that. */
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

/** Pays a token or the chain's own coin into a presale past the pages; the node signs for the account. */
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
