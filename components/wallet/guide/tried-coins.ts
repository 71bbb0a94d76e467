import type { Address } from 'viem';
import { depositDraft } from '@/components/wallet/transfer/deposit-draft';
import { emptyTransfer } from '@/components/wallet/transfer/transfer-draft';
import type { Coin } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import type { TriedSwap } from './guide-pages';

/** What the local chains have plenty of, and what their staking pool takes. */
const SPENT = 'tUSDT';
const STAKED = 'tTIDE';
const AMOUNT = '100';

const findOn = (coins: readonly Coin[], symbol: string, chainId: number) =>
  coins.find((coin) => coin.symbol === symbol && coin.tokens.some((token) => token.chainId === chainId));

/** The swap that the guide leads to, on the first network. */
export function triedSwap(coins: readonly Coin[], chainId: number | undefined): TriedSwap {
  if (chainId === undefined) return null;
  const [sold, bought] = [findOn(coins, SPENT, chainId), findOn(coins, STAKED, chainId)];
  return sold && bought ? { chainId, sell: sold.id, buy: bought.id } : null;
}

/** Opens the deposit with something filled in, unless the account has begun one already. */
export function openTriedDeposit(
  account: Address,
  coins: readonly Coin[],
  chainId: number | undefined,
): void {
  const { account: owner, amount, sentId } = depositDraft.useDraft.getState();
  const isBegun = owner === account && (amount !== '' || sentId !== null);
  const coin = chainId === undefined ? undefined : findOn(coins, SPENT, chainId);
  if (!isBegun && chainId !== undefined && coin)
    depositDraft.save({ ...emptyTransfer, account, chainId, coinId: coin.id, amount: AMOUNT });
  openDialog('deposit');
}
