'use client';

import { useTranslations } from 'next-intl';
import { TokenMark } from '@/components/wallet/display/token-mark';
import { EarnCards, EarnPage } from '@/components/wallet/earn-page/earn-page';
import { useEntriesOf } from '@/components/wallet/earn-page/earn-panel';
import type { ContractViewProps } from '@/components/wallet/frame/account-view';
import { type Presale as PresaleRead, useLivePresales, usePresales } from '@/lib/wallet/presale/use-presales';
import { isPresaleKind } from '@/lib/wallet/transactions/transaction-kinds';
import { PresaleDetails, StageMark } from './presale-details';
import { PresalePanel } from './presale-panel';
import { PresaleCardSkeleton, PresaleSkeleton, presaleHeight } from './presale-skeleton';

/** Every network's presale, with the account's actions if there is an account. */
export function PresaleList({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.presale');
  const entries = useEntriesOf(account, isPresaleKind);
  const presales = usePresales(account, coins, contracts);
  const live = useLivePresales(presales);
  const isSignedIn = account !== undefined;

  const card = ({ chainId, data, isFailed }: PresaleRead) => {
    const current = live.get(chainId);
    const { terms, sale, payment } = data ?? {};
    const isListed = sale != null && payment != null;
    const figures = current && terms && isListed ? { live: current, terms, sale, payment } : null;
    return {
      icon: <TokenMark token={sale} coins={coins} />,
      mark: figures ? <StageMark stage={figures.live.stage} /> : null,
      isLoading: data ? isListed && !current : !isFailed,
      content: (
        <>
          {data && !isListed ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
          {figures ? <PresaleDetails {...figures} /> : null}
        </>
      ),
    };
  };

  return (
    <EarnCards
      account={account}
      chains={chains}
      contracts={presales}
      text={t}
      height={presaleHeight(isSignedIn)}
      skeleton={<PresaleCardSkeleton isSignedIn={isSignedIn} />}
      card={card}
      panel={(owner) => (
        <PresalePanel account={owner} presales={presales} live={live} chains={chains} entries={entries} />
      )}
    />
  );
}

/** Presale page (WAL-7): introduction, each network's presale, and the account's position. */
export function Presale() {
  const t = useTranslations('wallet.presale');
  return (
    <EarnPage
      contractName="presale_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPresale')}
      skeleton={(isSignedIn) => <PresaleSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <PresaleList {...lists} />}
    </EarnPage>
  );
}
