import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { type Address, getAddress, parseUnits } from 'viem';
import { openDemoWallet } from '@/components/wallet/connect/open-demo-wallet';
import { openDepositReview } from '@/components/wallet/deposit/deposit-review';
import { depositDraft } from '@/components/wallet/transfer/transfer-draft';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { pushPageParams } from '@/lib/browser/page-params';
import { getPathname } from '@/lib/i18n/navigation';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';
import { type GuidePage, type GuideStep, pathOfStep, type TriedSwap } from './guide-steps';

/** Tokens of the example swap. Local accounts hold the first, and the local staking pool accepts the second. */
const SPENT = 'tUSDT';
const STAKED = 'tTIDE';
const AMOUNT = '100';

const findOn = (coins: readonly Coin[], symbol: string, chainId: number) =>
  coins.find((coin) => coin.symbol === symbol && coin.tokens.some((token) => token.chainId === chainId));

/** Returns the example swap for a chain, or null if a token is not listed on it. */
export function exampleSwap(coins: readonly Coin[], chainId: number | undefined): TriedSwap {
  if (chainId === undefined) return null;
  const [sold, bought] = [findOn(coins, SPENT, chainId), findOn(coins, STAKED, chainId)];
  return sold && bought ? { chainId, sell: sold.id, buy: bought.id } : null;
}

/** Opens the review of an example deposit, or the form if the account has already started another one. */
export function openExampleDeposit(
  account: Address,
  coins: readonly Coin[],
  contracts: readonly Contract[],
  chainId: number | undefined,
): void {
  const { account: owner, amount } = depositDraft.useDraft.getState();
  const isBegun = owner === account && amount !== '' && amount !== AMOUNT;
  const coin = chainId === undefined ? undefined : findOn(coins, SPENT, chainId);
  const token = coin?.tokens.find((candidate) => candidate.chainId === chainId);
  const vault = contracts.find(
    (contract) => contract.chainId === chainId && contract.name === 'vault_contract',
  )?.address;
  if (isBegun || chainId === undefined || !coin || !token || !vault) {
    openDialog('deposit');
    return;
  }
  depositDraft.save({ account, chainId, coinId: coin.id, amount: AMOUNT });
  const { decimals } = token;
  openDepositReview(account, {
    chainId,
    vault: getAddress(vault),
    token: listedAddress(token.address),
    amount: parseUnits(AMOUNT, decimals),
    coinId: coin.id,
    decimals,
    symbol: coin.symbol,
  });
}

/** What the guide's button does: start a step, or something else. */
export type GuideAction = GuideStep | 'form' | 'account' | 'finished';

const FORM = '#content form';

/** Focuses the first input of the form on the page. The card page has to open its form first. */
function focusForm(page: GuidePage): void {
  if (page === 'card' && !document.querySelector(FORM)) pushPageParams({ show: 'create' });
  else document.querySelector<HTMLElement>(`${FORM} input:not(:disabled)`)?.focus();
}

/** React hook that returns the click handler of the guide's button. */
export function useGuideAction({
  page,
  account,
  chains,
  coins,
  contracts,
  onFinish,
}: {
  page: GuidePage;
  account: Address | undefined;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
  onFinish: () => void;
}): (action: GuideAction) => void {
  const locale = useLocale();
  const router = useRouter();
  const chainId = chains[0]?.id;
  return (action) => {
    if (action === 'finished') onFinish();
    else if (action === 'form') focusForm(page);
    else if (action === 'connect') openDemoWallet();
    else if (action === 'signIn' || action === 'account') openDialog('wallet');
    else if (action === 'deposit') {
      if (account) openExampleDeposit(account, coins, contracts, chainId);
    } else router.push(getPathname({ locale, href: pathOfStep(action, exampleSwap(coins, chainId)) }));
  };
}
