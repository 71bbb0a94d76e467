import { type Locale, useFormatter, useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { notify } from '@/lib/browser/notices';
import { dapps, localText } from '@/lib/content/dapps';
import { shortAddress } from '@/lib/evm/address';
import { type DappAccess, endAccess, useDappAccess, watchDappAccess } from '@/lib/wallet/dapps/access';

/** The DApps that may see an account when they are opened on this device, each with a button that ends it. */
export function ConnectedDapps() {
  const t = useTranslations('wallet.dapps.access');
  const locale: Locale = useLocale();
  const format = useFormatter();
  const list = useRef<HTMLDivElement>(null);
  const entries = useDappAccess((state) => state.entries);
  useEffect(watchDappAccess, []);
  const nameOf = ({ origin, link }: DappAccess) => {
    if (link) return link.name;
    const listed = dapps.find((one) => one.origin === origin);
    return listed ? localText(listed.name, locale) : origin;
  };
  const end = (access: DappAccess) => {
    endAccess(access);
    notify('success', t('ended', { name: nameOf(access) }));
    // The focused button was removed.
    list.current?.focus();
  };
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {entries.length === 0 ? (
        <p className="text-sm text-muted">{t('empty')}</p>
      ) : (
        <ul aria-label={t('title')} className="grid border-t border-line">
          {entries.map((access) => (
            <li
              key={`${access.origin} ${access.owner}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2"
            >
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{nameOf(access)}</span>
                <span dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
                  {access.link?.site ?? access.origin}
                </span>
                <span className="text-sm text-muted">
                  {t('since', {
                    account: shortAddress(access.account),
                    date: format.dateTime(new Date(access.since), { dateStyle: 'medium' }),
                  })}
                </span>
              </span>
              <Button
                size="small"
                aria-label={t('disconnectOf', { name: nameOf(access) })}
                onClick={() => end(access)}
              >
                {t('disconnect')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
