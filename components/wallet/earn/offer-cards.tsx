import { useTranslations } from 'next-intl';
import { OfferBars, offerCard } from './earn-skeleton';
import type { OfferItem } from './group-offers';
import { FactNotes, OfferLinks, OfferName } from './offer-parts';
import { RiskMark } from './risk-mark';
import type { OfferFact } from './use-offer-text';

function CardFact({
  label,
  fact,
  className,
  isWide = false,
}: {
  label: string;
  fact: OfferFact;
  className: string;
  isWide?: boolean;
}) {
  return (
    <div className={`min-w-0 ${isWide ? 'col-span-2' : ''}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>
        <span className={`figures block break-keep ${className}`}>{fact.value}</span>
        <FactNotes notes={fact.notes} />
      </dd>
    </div>
  );
}

/** One offer: its risk, yield, lock period, and remaining capacity. */
function OfferCard({ offer, text, icon, links }: OfferItem) {
  const t = useTranslations('wallet.earn.offers.column');
  return (
    <li className={offerCard}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <OfferName text={text} icon={icon} links={links} />
        <span className="text-sm">
          <RiskMark level={offer.risk.level} />
        </span>
      </div>
      <p className="text-xs text-pretty text-muted">{text.reason}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-3">
        <CardFact label={t('yield')} fact={text.yield} className="text-xl" />
        <CardFact label={t('lock')} fact={text.lock} className="text-base" />
        <CardFact label={t('capacity')} fact={text.capacity} className="text-base" isWide />
      </dl>
      <div className="self-end">
        <OfferLinks text={text} links={links} />
      </div>
    </li>
  );
}

/** The offers as cards, for narrow screens. */
export function OfferCards({
  labelId,
  items,
  waiting,
}: {
  labelId: string;
  items: readonly OfferItem[];
  /** Number of placeholder cards for offers that are still loading. */
  waiting: number;
}) {
  return (
    <ul aria-labelledby={labelId} aria-busy={waiting > 0} className="grid gap-4 md:grid-cols-2">
      {items.map((item) => (
        <OfferCard key={item.offer.key} {...item} />
      ))}
      {Array.from({ length: waiting }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder cards are all the same
        <li key={index} aria-hidden="true" className={`${offerCard} min-h-96`}>
          <OfferBars />
        </li>
      ))}
    </ul>
  );
}
