import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { usePriceAlerts, watchPriceAlerts } from '@/lib/prices/price-alerts';
import { routes } from '@/lib/routes';
import { AlertList } from './alert-list';

/** Every alert of this device. */
export function AllAlerts() {
  const t = useTranslations('wallet.coins.alerts');
  const heading = useRef<HTMLHeadingElement>(null);
  const alerts = usePriceAlerts((state) => state.entries);
  useEffect(watchPriceAlerts, []);
  return (
    <section aria-labelledby="alerts" className="grid gap-4">
      <h2 id="alerts" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      {alerts.length > 0 ? (
        <AlertList label={t('title')} alerts={alerts} onRemoved={() => heading.current?.focus()} />
      ) : (
        <p>
          <span className="block">{t('none')}</span>
          <WalletLink href={routes.coins}>{t('toCoins')}</WalletLink>
        </p>
      )}
    </section>
  );
}
