import { type Locale, useFormatter, useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { buttonClass } from '@/components/ui/button';
import { ConnectedDapps } from '@/components/wallet/display/connected-dapps';
import { DappName } from '@/components/wallet/display/dapp-name';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { TextBar } from '@/components/wallet/display/skeleton';
import { PageLead } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useChainMapping } from '@/lib/api/hooks';
import { type Dapp, dapps, localText } from '@/lib/content/dapps';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { useDappAccess } from '@/lib/wallet/dapps/access';
import { LinkForm } from './link-form';

function DappCard({ dapp }: { dapp: Dapp }) {
  const t = useTranslations('wallet.dapps');
  const locale: Locale = useLocale();
  const format = useFormatter();
  const id = useId();
  const { data: chains, error } = useChainMapping();
  const networks = (chains ?? []).filter(({ id }) => dapp.networks.includes(id)).map(({ name }) => name);
  return (
    <li className="grid content-start gap-3 rounded-soft border border-line bg-raised p-5">
      <DappName dapp={dapp} id={id} />
      <p className="text-sm">{localText(dapp.description, locale)}</p>
      {chains ? (
        <p className="text-xs text-muted">
          {networks.length > 0 ? t('networks', { networks: format.list(networks) }) : t('noNetwork')}
        </p>
      ) : error ? null : (
        <TextBar size="text-xs" className="w-32" />
      )}
      {/* Use a full page load: only this page's own document may frame DApps (Content-Security-Policy). */}
      <a
        href={getPathname({ locale, href: `${routes.dapps}?dapp=${dapp.slug}` })}
        aria-describedby={id}
        className={buttonClass({ size: 'small', className: 'mt-auto justify-self-start' })}
      >
        {t('open')}
      </a>
    </li>
  );
}

/** The DApps that may see an account, if there are any. */
function ConnectedPart() {
  const t = useTranslations('wallet.dapps.access');
  const id = useId();
  const isEmpty = useDappAccess((state) => state.entries.length === 0);
  if (isEmpty) return null;
  return (
    <section aria-labelledby={id} className="grid max-w-form gap-3">
      <h2 id={id} className="text-xl">
        {t('title')}
      </h2>
      <ConnectedDapps />
    </section>
  );
}

/** List of the operator's DApps. */
export function DappList({ isUnknown }: { isUnknown: boolean }) {
  const t = useTranslations('wallet.dapps');
  return (
    <div className="grid gap-10">
      <PageLead lead={t('lead')} conditions={t('conditions')} />
      {isUnknown ? (
        <p role="status" className="border-s-2 border-warning ps-3">
          {t('unknown')}
        </p>
      ) : null}
      {dapps.length === 0 ? (
        <EmptyState action={<WalletLink href={routes.swap}>{t('emptyAction')}</WalletLink>}>
          {t('empty')}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {dapps.map((dapp) => (
            <DappCard key={dapp.slug} dapp={dapp} />
          ))}
        </ul>
      )}
      <ConnectedPart />
      <LinkForm />
    </div>
  );
}
