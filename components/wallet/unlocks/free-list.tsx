import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { ChainMapping } from '@/lib/api/types';
import { type Free, unlockKey } from '@/lib/wallet/unlocks/plan-unlocks';
import { unlockPath } from './unlock-paths';

/** What can be had now. */
export function FreeList({ free, chains }: { free: readonly Free[]; chains: readonly ChainMapping[] }) {
  const t = useTranslations('wallet.unlocks');
  const locale = useLocale();
  return (
    <section aria-labelledby="unlocks-free" className="grid content-start gap-6">
      <h2 id="unlocks-free" className="flex min-h-11 items-center text-xl">
        {t('free')}
      </h2>
      <ul className="grid border-t border-line">
        {free.map((item) => {
          const { kind, chainId, amount, token } = item;
          return (
            <li
              key={unlockKey(item)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
            >
              <span className="min-w-0">
                {t(`freeKind.${kind}`)}
                <span className="block text-xs text-muted">
                  {chains.find(({ id }) => id === chainId)?.name}
                </span>
                <WalletLink href={unlockPath(item)}>{t(`action.${kind}`)}</WalletLink>
              </span>
              <span className="text-xl wrap-anywhere">
                <AmountText value={amount} decimals={token.decimals} locale={locale} />{' '}
                <span className="text-sm text-muted">{token.symbol}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="measure text-xs text-muted">{t('freeNote')}</p>
    </section>
  );
}
