import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LineSkeletons } from '@/components/wallet/display/skeleton';
import { useMoment } from '@/components/wallet/display/use-chain-time';
import { ApiError } from '@/lib/api/client';
import { useSessions } from '@/lib/api/use-sessions';
import { notify } from '@/lib/browser/notices';
import { SettingsPart } from './settings-part';

/** The account's sessions, and a button that ends all but this one. */
export function SessionList() {
  const t = useTranslations('wallet.settings.sessions');
  const moment = useMoment();
  const { data, error, mutate, endOthers } = useSessions();
  const [isEnding, setEnding] = useState(false);
  const time = (iso: string) => moment(Date.parse(iso));

  const end = async () => {
    if (isEnding) return;
    setEnding(true);
    try {
      notify('success', t('ended', { count: await endOthers() }));
    } catch (failure) {
      // The call has shown its own message.
      if (!(failure instanceof ApiError)) throw failure;
    } finally {
      setEnding(false);
    }
  };
  return (
    <SettingsPart title={t('title')} about={t('about')}>
      {error && !data ? (
        <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : data ? (
        <>
          <ul aria-label={t('title')} className="grid border-t border-line">
            {data.map(({ device, createdAt, lastUsedAt, isCurrent }) => (
              <li key={createdAt} className="grid border-b border-line py-2">
                <span className="flex flex-wrap justify-between gap-x-4">
                  {device ?? t('unknown')}
                  {isCurrent ? <span className="text-sm text-muted">{t('current')}</span> : null}
                </span>
                <span className="text-sm text-muted">
                  {t('times', { created: time(createdAt), used: time(lastUsedAt) })}
                </span>
              </li>
            ))}
          </ul>
          {data.length > 1 ? (
            <div>
              <Button size="small" aria-disabled={isEnding} onClick={() => void end()}>
                {t('endOthers')}
              </Button>
            </div>
          ) : null}
        </>
      ) : (
        <LineSkeletons count={2} />
      )}
    </SettingsPart>
  );
}
