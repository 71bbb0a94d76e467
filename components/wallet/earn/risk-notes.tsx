import { type Locale, useLocale, useTranslations } from 'next-intl';
import type { Website } from '@/lib/api/types';
import { type OfferKind, offerKinds } from '@/lib/wallet/earn/offers';
import { riskLevels } from '@/lib/wallet/earn/risk';
import { RiskMark } from './risk-mark';

/** What could go wrong with each kind of offer: keys of `wallet.earn.wrong` in the message files. */
const wrongs = {
  stake: ['stake.yield', 'stake.end', 'stake.price'],
  pledge: ['pledge.exit', 'pledge.price', 'pledge.wait'],
  presale: ['presale.locked', 'presale.refund', 'presale.price', 'presale.owner'],
} as const satisfies Record<OfferKind, readonly string[]>;

/** Explains how risk levels are determined, and what could go wrong with each kind of offer. */
export function RiskNotes({ operatorNotes }: { operatorNotes: Website['earnNotes'] }) {
  const t = useTranslations('wallet.earn');
  const locale: Locale = useLocale();
  return (
    <div className="grid gap-10 border-t border-line pt-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <section aria-labelledby="earn-rating" className="grid content-start gap-4">
        <h2 id="earn-rating" className="text-xl">
          {t('rating.title')}
        </h2>
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {riskLevels.map((level) => (
            <li key={level}>
              <RiskMark level={level} />
            </li>
          ))}
        </ul>
        <p className="measure text-sm text-pretty">{t('rating.rule')}</p>
        <p className="measure text-sm text-pretty text-muted">{t('rating.limits')}</p>
      </section>
      <section aria-labelledby="earn-wrong" className="grid content-start gap-4">
        <h2 id="earn-wrong" className="text-xl">
          {t('wrong.title')}
        </h2>
        <div className="border-t border-line">
          {offerKinds.map((kind) => {
            const note = operatorNotes?.[kind]?.[locale];
            return (
              <details key={kind} className="border-b border-line">
                <summary className="min-h-11 cursor-pointer py-2.5">{t(`kind.${kind}`)}</summary>
                <div className="grid gap-3 pb-5 text-sm">
                  <ul className="measure grid list-disc gap-2 ps-5">
                    {wrongs[kind].map((wrong) => (
                      <li key={wrong}>{t(`wrong.${wrong}`)}</li>
                    ))}
                  </ul>
                  {note === undefined ? null : (
                    <p className="measure border-s-2 border-edge ps-3 whitespace-pre-line">
                      <span className="block text-xs text-muted">{t('wrong.operator')}</span>
                      {note}
                    </p>
                  )}
                </div>
              </details>
            );
          })}
        </div>
        <p className="measure text-sm text-pretty text-muted">{t('wrong.bug')}</p>
      </section>
    </div>
  );
}
