'use client';

import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { DappName } from '@/components/wallet/display/dapp-name';
import { ListsGate, useSignedInAccount } from '@/components/wallet/frame/account-view';
import { StartLead } from '@/components/wallet/frame/start-preview';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { ChainMapping } from '@/lib/api/types';
import { readChainId, usePageParams } from '@/lib/browser/page-params';
import { type Dapp, dapps, localText } from '@/lib/content/dapps';
import { routes } from '@/lib/routes';
import { useReportedLists } from '@/lib/wallet/contacts/use-reported-lists';
import { DappFrame } from './dapp-frame';
import { DappList } from './dapp-list';
import { DappsSkeleton } from './dapps-skeleton';

/** Link from an open DApp to the list. */
function BackToList() {
  const t = useTranslations('wallet.dapps');
  return <WalletLink href={routes.dapps}>{t('back')}</WalletLink>;
}

/** Returns the network to use: the URL's, or else the wallet's, or else the DApp's first. */
function chooseChain(offered: readonly ChainMapping[], wanted: readonly (number | null | undefined)[]) {
  for (const id of wanted) {
    const chain = offered.find((one) => one.id === id);
    if (chain) return chain;
  }
  return offered[0];
}

/** Warning about a DApp whose domain is on one of the operator's lists of known scams. */
function ReportedNote({ origin }: Pick<Dapp, 'origin'>) {
  const t = useTranslations('wallet.dapps');
  const { origins } = useReportedLists();
  if (!origins.has(origin)) return null;
  return (
    <p role="alert" className="border-s-2 border-error ps-3">
      {t('reported')}
    </p>
  );
}

/** One DApp, for signed-in users. Reopens if the account changes. */
function OpenDapp({ dapp }: { dapp: Dapp }) {
  const t = useTranslations('wallet.dapps');
  const locale: Locale = useLocale();
  const account = useSignedInAccount();
  const { chainId } = useConnection();
  const wanted = readChainId(usePageParams());
  const name = localText(dapp.name, locale);
  if (!account)
    return (
      <div className="grid content-start gap-4">
        <BackToList />
        <StartLead lead={t('connect', { name })} conditions={t('conditions')}>
          <DappName dapp={dapp} />
        </StartLead>
      </div>
    );
  return (
    <ListsGate skeleton={<DappsSkeleton />}>
      {({ chains, coins }) => {
        const offered = chains.filter(({ id }) => dapp.networks.includes(id));
        const chain = chooseChain(offered, [wanted, chainId]);
        return (
          <div className="grid gap-4">
            <BackToList />
            <ReportedNote origin={dapp.origin} />
            {chain ? (
              <DappFrame
                key={`${dapp.slug} ${account}`}
                dapp={dapp}
                account={account}
                chain={chain}
                offered={offered}
                coins={coins}
              />
            ) : (
              <p role="status" className="border-s-2 border-warning ps-3">
                {t('noNetwork')}
              </p>
            )}
          </div>
        );
      }}
    </ListsGate>
  );
}

/** The DApps page: the operator's list, or a frame with the DApp from the URL (DAPP-1). */
export function Dapps() {
  const slug = usePageParams().get('dapp');
  const dapp = dapps.find((one) => one.slug === slug);
  return dapp ? <OpenDapp dapp={dapp} /> : <DappList isUnknown={slug !== null} />;
}
