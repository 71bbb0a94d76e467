import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RowSkeletons } from '@/components/wallet/display/skeleton';
import { BuyButton } from '@/components/wallet/frame/buy';
import { VaultRecoveryNotes } from '@/components/wallet/frame/recovery-note';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { VaultNote } from '@/components/wallet/transfer/vault-note';
import type { ChainMapping } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { Balance, useBalances } from '@/lib/wallet/balances/use-balances';
import { groupByCoin } from '@/lib/wallet/portfolio/coin-groups';
import { TokenGroupRow, type TokenHolding, TokenRow } from './token-row';

const views = ['all', 'wallet', 'vault'] as const;
type View = (typeof views)[number];

/** Maximum number of rows. The portfolio page shows all tokens. */
const MAX_ROWS = 6;

const amounts: Record<View, (balance: Balance) => bigint> = {
  all: ({ inWallet = 0n, inVault = 0n }) => inWallet + inVault,
  wallet: ({ inWallet = 0n }) => inWallet,
  vault: ({ inVault = 0n }) => inVault,
};

function VaultActions({ onWithdraw }: { onWithdraw: () => void }) {
  const t = useTranslations('wallet.overview');
  return (
    <>
      <div className="grid grid-cols-2 gap-2 pb-2 sm:gap-3">
        <Button size="small" aria-haspopup="dialog" onClick={() => openDialog('deposit')}>
          {t('deposit')}
        </Button>
        <Button size="small" aria-haspopup="dialog" onClick={onWithdraw}>
          {t('withdraw')}
        </Button>
      </div>
      <VaultNote />
    </>
  );
}

/**
 * The account's tokens, each summed over all networks, highest value first. Shows all balances, or only those in the wallet or the
 * vault, as selected in the URL.
 */
export function HeldTokens({
  onWithdraw,
  chains,
  read: { balances, isError, failedChainIds, refetch },
  prices: { priceOf, isStale, isWaiting: isPricing, money },
  isWaiting,
}: {
  onWithdraw: () => void;
  chains: readonly ChainMapping[];
  read: ReturnType<typeof useBalances>;
  prices: DisplayPrices;
  /** Whether to show only a skeleton. */
  isWaiting: boolean;
}) {
  const t = useTranslations('wallet.overview');
  const format = useFormatter();
  const params = usePageParams();
  const view = views.find((known) => known === params.get('view')) ?? 'all';

  const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id);
  const rows = groupByCoin(
    balances.flatMap((balance) => {
      const { coin, chainId, token: address, decimals } = balance;
      const amount = amounts[view](balance);
      const price = priceOf(coin.id);
      const value = price && fiatValue(amount, decimals, price.price);
      const token = { address, symbol: coin.symbol, decimals, coinId: coin.id };
      return amount > 0n ? [{ coin, chainId, token, amount, price, value }] : [];
    }),
    chains,
  );
  type Row = (typeof rows)[number]['rows'][number];
  const holdingOf = ({ coin, chainId, token: { decimals }, amount, price, value }: Row): TokenHolding => ({
    ...{ coin, amount, decimals, value, network: nameOf(chainId) },
    change24h: price?.change24h ?? null,
    isStale: price ? isStale(price) : false,
  });
  const unknown = balances.filter(({ inWallet, inVault }) => inWallet === undefined || inVault === undefined);
  const isLoading =
    isWaiting || isPricing || unknown.some(({ chainId }) => !failedChainIds.includes(chainId));
  const failed = chains.filter(
    ({ id }) => failedChainIds.includes(id) && unknown.some(({ chainId }) => chainId === id),
  );
  // Show no rows until the prices have loaded, because the prices determine their order.
  const shown = isWaiting || isPricing ? [] : rows.slice(0, MAX_ROWS);

  const list = isError ? (
    <ReadFailure
      chainIds={failedChainIds}
      shown="nothing"
      message={t('balancesFailed')}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    />
  ) : (
    <div aria-busy={isLoading} className="grid gap-2">
      {failed.length > 0 ? (
        <ReadFailure
          chainIds={failed.map(({ id }) => id)}
          shown={rows.length > 0 ? 'part' : 'nothing'}
          message={t('balancesIncomplete', { chains: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      <div>
        {shown.length > 0 ? (
          <ul>
            {shown.map(({ key, rows: [first, ...more], ...sum }) =>
              more.length === 0 ? (
                <TokenRow key={key} holding={holdingOf(first)} money={money} />
              ) : (
                <TokenGroupRow
                  key={key}
                  sum={{ ...holdingOf(first), ...sum, network: '' }}
                  holdings={[first, ...more].map(holdingOf)}
                  money={money}
                />
              ),
            )}
          </ul>
        ) : null}
        {/* The key replaces the rest of the skeleton when rows appear above it, because moving it is a layout shift. */}
        {isLoading ? <RowSkeletons key={shown.length} count={MAX_ROWS - shown.length} /> : null}
      </div>
      {isLoading ? (
        <p role="status" className="sr-only">
          {t('loadingBalances')}
        </p>
      ) : rows.length === 0 && failed.length === 0 ? (
        <EmptyState>{t(`empty.${view}`)}</EmptyState>
      ) : null}
      {isLoading ? (
        <div className="min-h-11" />
      ) : rows.length === 0 && view !== 'vault' ? (
        <p className="flex flex-wrap gap-x-5">
          <WalletLink href={routes.pay}>{t('receiveTokens')}</WalletLink>
          <BuyButton />
        </p>
      ) : (
        <WalletLink href={routes.portfolio}>{t('allAssets')}</WalletLink>
      )}
    </div>
  );
  return (
    <section aria-labelledby="home-tokens" className="grid content-start gap-2">
      <h2 id="home-tokens" className="text-xl">
        {t('tokens')}
      </h2>
      <Tabs<View>
        label={t('tokens')}
        tabs={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(next) => updatePageParams({ view: next === 'all' ? null : next })}
      >
        {view === 'vault' ? (
          <>
            <VaultActions onWithdraw={onWithdraw} />
            <VaultRecoveryNotes chains={chains} />
          </>
        ) : null}
        {list}
      </Tabs>
    </section>
  );
}
