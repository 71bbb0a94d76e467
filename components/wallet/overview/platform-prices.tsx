import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FiatText } from '@/components/ui/fiat-text';
import { percentText } from '@/components/wallet/display/percent-text';
import type { Pricing } from '@/lib/api/types';

function PriceLine({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2 text-sm">
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
      {note ? <dd className="col-span-2 text-xs text-muted">{note}</dd> : null}
    </div>
  );
}

/** The platform's own prices, fees and rates, with the condition of each. */
export function PlatformPrices({ pricing }: { pricing: Pricing }) {
  const t = useTranslations('wallet.fees');
  const locale = useLocale();
  const { presale, swapFeeBps, staking, pledge } = pricing;
  return (
    <div>
      <h3 className="pb-1 text-sm text-muted">{t('platform')}</h3>
      <dl className="border-t border-line">
        <PriceLine label={t('swap')}>{percentText(swapFeeBps, locale)}</PriceLine>
        <PriceLine label={t('presale')}>
          <FiatText value={presale.price} currency={presale.currency} locale={locale} decimals={undefined} />
        </PriceLine>
        <PriceLine label={t('staking')}>{percentText(staking.aprBps, locale)}</PriceLine>
        {pledge.map(({ termDays, rateBps, earlyExitPenaltyBps }) => (
          <PriceLine
            key={termDays}
            label={t('pledge', { days: termDays })}
            note={t('earlyExit', { penalty: percentText(earlyExitPenaltyBps, locale) })}
          >
            {percentText(rateBps, locale)}
          </PriceLine>
        ))}
      </dl>
    </div>
  );
}
