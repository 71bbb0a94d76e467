import { useEstimateFeesPerGas } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/chain/native-token';
import type { Balance } from '@/lib/chain/use-balances';

/** Gas units kept back for the deposit itself when a chain's own coin is deposited: about twice what it uses. */
const DEPOSIT_GAS = 150_000n;

/** What can be deposited, in base units: the balance, less the network fee for a chain's own coin. */
export function useSpendable(balance: Balance | undefined): bigint | undefined {
  const isNative = balance?.token === NATIVE_TOKEN;
  const { data: fees } = useEstimateFeesPerGas({
    ...(balance ? { chainId: balance.chainId } : {}),
    query: { enabled: isNative },
  });
  if (balance?.inWallet === undefined) return undefined;
  if (!isNative) return balance.inWallet;
  if (!fees) return undefined;
  const reserve = fees.maxFeePerGas * DEPOSIT_GAS;
  return balance.inWallet > reserve ? balance.inWallet - reserve : 0n;
}
