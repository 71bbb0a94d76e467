import type { Address } from 'viem';
import { openWithdraw, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { openDialog } from '@/lib/browser/dialogs';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { compareFiatValue } from '@/lib/wallet/portfolio/holdings';

/** Opens the withdrawal dialog with the account's draft or, if there is none, with its most valuable vault balance. */
export function openVaultWithdraw(
  account: Address,
  balances: readonly Balance[],
  priceOf: DisplayPrices['priceOf'],
): void {
  const [largest] = balances
    .flatMap(({ coin, chainId, decimals, inVault = 0n }) => {
      const price = priceOf(coin.id)?.price;
      const value = price === undefined ? -1n : fiatValue(inVault, decimals, price);
      return inVault > 0n ? [{ chainId, coinId: coin.id, value }] : [];
    })
    .sort((one, other) => compareFiatValue(other.value, one.value));
  const draft = withdrawDraft.useDraft.getState();
  const isBegun = draft.account === account && draft.coinId !== null;
  if (!largest || isBegun) openDialog('withdraw');
  else openWithdraw({ account, chainId: largest.chainId, coinId: largest.coinId });
}
