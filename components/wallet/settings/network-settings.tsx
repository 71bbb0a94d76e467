import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { CheckBox } from '@/components/ui/check-box';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LineSkeletons } from '@/components/wallet/display/skeleton';
import { useChainMapping } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import {
  setNetworkHidden,
  useHiddenNetworks,
  watchHiddenNetworks,
} from '@/lib/wallet/networks/hidden-networks';
import { SettingsPart } from './settings-part';

const noChains: readonly ChainMapping[] = [];

/** Which networks this device shows in lists, totals, and choices. At least one stays. */
export function NetworkSettings() {
  const t = useTranslations('wallet.settings.networks');
  const { data: chains = noChains, error, mutate } = useChainMapping();
  const hidden = useHiddenNetworks(chains);
  useEffect(watchHiddenNetworks, []);
  const isLast = hidden.length === chains.length - 1;
  return (
    <div id="networks" className="scroll-mt-24">
      <SettingsPart title={t('title')} about={t('about')}>
        {error && chains.length === 0 ? (
          <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
        ) : chains.length === 0 ? (
          <LineSkeletons count={2} />
        ) : (
          <ul className="grid">
            {chains.map(({ id, name }) => {
              const isShown = !hidden.includes(id);
              return (
                <li key={id}>
                  <label className="flex min-h-12 items-center gap-3">
                    <CheckBox
                      checked={isShown}
                      disabled={isShown && isLast}
                      onChange={({ target }) => {
                        if (!setNetworkHidden(id, !target.checked, chains)) notify('warning', t('notKept'));
                      }}
                    />
                    {name}
                  </label>
                </li>
              );
            })}
          </ul>
        )}
        {isLast ? <p className="text-sm text-muted">{t('last')}</p> : null}
      </SettingsPart>
    </div>
  );
}
