'use client';

import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { chainCards } from '@/components/wallet/display/chain-cards-skeleton';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import { ContractView } from '@/components/wallet/frame/account-view';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useLivePresales, usePresales } from '@/lib/wallet/presale/use-presales';
import { isPresaleKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { isPresaleLoading, PresaleCard } from './presale-card';
import { PresalePanel } from './presale-panel';
import type { PresaleEntry } from './presale-progress';
import { PresaleSkeleton } from './presale-skeleton';

/** Every network's presale, with the account's actions if there is an account. */
export function PresaleList({
  account,
  chains,
  coins,
  contracts,
}: {
  account: Address | undefined;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
}) {
  const t = useTranslations('wallet.presale');
  const ledger = useLedger((state) => state.entries);
  const entries = ledger.filter(
    (entry): entry is PresaleEntry => entry.account === account && isPresaleKind(entry.kind),
  );
  const presales = usePresales(account, coins, contracts);
  const live = useLivePresales(presales);
  const cards = (
    <div className={chainCards(account !== undefined)}>
      <LoadingStatus
        text={
          presales.some((presale) => isPresaleLoading(presale, live.get(presale.chainId)))
            ? t('loading')
            : null
        }
      />
      {presales.map((presale) => (
        <PresaleCard
          key={presale.chainId}
          presale={presale}
          live={live.get(presale.chainId)}
          account={account}
          chainName={chains.find(({ id }) => id === presale.chainId)?.name ?? String(presale.chainId)}
          coins={coins}
        />
      ))}
    </div>
  );
  // Without data there is nothing to do, and the cards report the reason.
  if (!account || presales.every(({ data, isFailed }) => !data && isFailed)) return cards;
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {cards}
      <PresalePanel account={account} presales={presales} live={live} chains={chains} entries={entries} />
    </div>
  );
}

/** Presale page (WAL-7): introduction, each network's presale, and the account's position. */
export function Presale() {
  const t = useTranslations('wallet.presale');
  return (
    <ContractView
      contractName="presale_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPresale')}
      skeleton={(isSignedIn) => <PresaleSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <PresaleList {...lists} />}
    </ContractView>
  );
}
