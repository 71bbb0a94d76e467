import { useTranslations } from 'next-intl';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { HideBalancesButton, OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { AccountViewProps, WalletLists } from '@/components/wallet/frame/account-view';
import { HiddenNetworksNote } from '@/components/wallet/frame/hidden-networks-note';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { useOffline } from '@/lib/browser/offline';
import { type DisplayPrices, useDisplayPrices } from '@/lib/prices/use-display-prices';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { cardPlaces } from '@/lib/wallet/card/use-card-funds';
import { gatherEarn } from '@/lib/wallet/earn/gather-earn';
import { useEarnContracts } from '@/lib/wallet/earn/use-earn-contracts';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { useAccountHoldings } from '@/lib/wallet/portfolio/use-account-holdings';
import { livePlan } from '@/lib/wallet/unlocks/live-plan';
import { Earning } from './earning';
import { HeldTokens } from './held-tokens';
import { HomeActions } from './home-actions';
import { NextUnlocks } from './next-unlocks';
import { NftStrip } from './nft-strip';
import { LastBalancesList } from './offline-home';
import { RecentActivity } from './recent-activity';
import { Total } from './total';
import { useKeptBalances } from './use-kept-balances';
import { openVaultWithdraw } from './vault-withdraw';

/** Loaded once there is a contract for cards, because few users have a card. */
const HomeCard = lazy(async () => ({
  default: (await import('@/components/wallet/card/home-card')).HomeCard,
}));

const noChains: readonly ChainMapping[] = [];
const noCoins: readonly Coin[] = [];
const noContracts: readonly Contract[] = [];

/**
 * Lays out the tokens and the activity. Earnings, unlocks, and NFTs appear after both have loaded, so that they don't
 * delay or move anything. This is a separate component, because the chains' clocks render it every second.
 */
function HomeColumns({
  account,
  all,
  chains,
  coins,
  contracts,
  prices,
  tokens,
  activity,
  isSettled,
  isBusy,
}: AccountViewProps & {
  /** The lists with hidden networks, because a card can be paid from any. */
  all: WalletLists;
  prices: DisplayPrices;
  tokens: ReactNode;
  activity: ReactNode;
  /** Whether the tokens and the activity have loaded. */
  isSettled: boolean;
  /** Whether the number of tokens isn't known yet. */
  isBusy: boolean;
}) {
  const earn = useEarnContracts(account, coins, isSettled ? contracts : noContracts);
  const { unlocks, nowOf, isReading } = livePlan(earn);
  const hasMore = isSettled && !isReading;
  return (
    // On wide screens, the NFTs are below the tokens, because the other column is longer.
    <div className="grid gap-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:grid-rows-[auto_1fr] xl:gap-x-14">
      <div className="grid content-start gap-8">{tokens}</div>
      {/* On narrow screens, this section is below the tokens, so it appears only after their number is known. */}
      <div className={`grid content-start gap-10 xl:row-span-2 ${isBusy ? 'max-xl:hidden' : ''}`}>
        {activity}
        {hasMore ? (
          <>
            {cardPlaces(all.contracts).length > 0 ? (
              <Suspense fallback={null}>
                <HomeCard account={account} {...all} />
              </Suspense>
            ) : null}
            <Earning positions={gatherEarn(earn, null).positions} prices={prices} />
            <NextUnlocks
              unlocks={unlocks}
              nowOf={nowOf}
              nameOf={(chainId) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId)}
              locale={prices.money.locale}
            />
          </>
        ) : null}
      </div>
      {hasMore ? (
        <div className="empty:hidden">
          <NftStrip account={account} contracts={contracts} chains={chains} found={[]} />
        </div>
      ) : null}
    </div>
  );
}

/** How long to wait for slow networks before showing the tokens that have loaded, in ms. */
const PATIENCE_MS = 800;

/**
 * React hook that returns whether to show a skeleton instead of partial data. Networks usually respond within
 * milliseconds of each other, and showing each response separately would move the rows.
 */
function useHeldBack(isBusy: boolean): boolean {
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isBusy && isPatient;
}

/** The signed-in user's total, actions, tokens, and activity. The layout doesn't change while the data loads. */
export function Home({ account }: { account: Address }) {
  const t = useTranslations('wallet.overview');
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: allChains = noChains }, { data: allCoins = noCoins }, { data: allContracts = noContracts }] =
    lists;
  const all = { chains: allChains, coins: allCoins, contracts: allContracts };
  const { chains, coins, contracts } = useShownLists(all);
  const isOffline = useOffline();
  const prices = useDisplayPrices();
  const read = useBalances(account, coins, contracts);
  const isWaiting = lists.some(({ data }) => data === undefined);
  // The kind of a transaction depends on the contracts, so nothing is read before they are known.
  // Activity leaves out nothing, because the account's own payments would seem to be gone.
  const activity = useActivityRows({ account, ...all, chains: isWaiting ? noChains : allChains });
  const held = useAccountHoldings({
    account,
    chains: isWaiting ? noChains : chains,
    coins,
    contracts,
  }).read;
  const isBusy = isWaiting || prices.isWaiting || read.isLoading;
  const isEmpty =
    !isBusy && read.balances.every(({ inWallet, inVault }) => inWallet === 0n && inVault === 0n);
  // Show the total only once every part has loaded.
  const isSumming = isBusy || held.some(({ data, isFailed }) => data === undefined && !isFailed);
  useKeptBalances(account, chains, read, !isBusy && read.failedChainIds.length === 0);
  const isHeldBack = useHeldBack(isBusy);
  const isReadingActivity = activity.parts.some(({ data, isFailed }) => data === undefined && !isFailed);
  const isActivityHeldBack = useHeldBack(isReadingActivity);

  const isSettled = !isBusy && !isReadingActivity;
  const withdraw = () => openVaultWithdraw(account, read.balances, prices.priceOf);

  if (isOffline && read.balances.every(({ inWallet }) => inWallet === undefined)) return <LastBalancesList />;
  if (lists.some(({ data, error }) => error && !data))
    return (
      <RetryAlert
        message={t('failed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
      />
    );
  return (
    <OwnAmounts>
      <HomeColumns
        {...{ account, all, chains, coins, contracts, prices, isSettled, isBusy }}
        tokens={
          <>
            <Total held={held} chains={chains} prices={prices} isBusy={isSumming} onWithdraw={withdraw}>
              {/* App shells hide the header, which normally has the account's button. */}
              <span className="-my-3 flex items-center">
                <HideBalancesButton className="-me-3" />
                <span className="hidden embedded:block">
                  <Button
                    variant="plain"
                    size="small"
                    className="-my-2 -me-4"
                    onClick={() => openDialog('wallet')}
                  >
                    {t('account')}
                  </Button>
                </span>
              </span>
            </Total>
            <HiddenNetworksNote />
            <HomeActions isEmpty={isEmpty} />
            <HeldTokens
              onWithdraw={withdraw}
              chains={chains}
              read={read}
              prices={prices}
              isWaiting={isWaiting || isHeldBack}
            />
          </>
        }
        activity={
          <RecentActivity
            account={account}
            chains={allChains}
            contracts={allContracts}
            activity={activity}
            isWaiting={isWaiting || isActivityHeldBack}
          />
        }
      />
    </OwnAmounts>
  );
}
