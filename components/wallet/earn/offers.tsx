import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/select-field';
import { Tabs } from '@/components/ui/tabs';
import type { Coin } from '@/lib/api/types';
import { usePageParams } from '@/lib/browser/page-params';
import { useMediaQuery } from '@/lib/browser/use-media-query';
import { arrangeOffers, type OfferFilter, offerFilters, offerSorts } from '@/lib/wallet/earn/arrange-offers';
import type { Offer, OfferKind } from '@/lib/wallet/earn/offers';
import { readEarnParams, updateEarnParams } from './earn-params';
import { FEWEST_PLACEHOLDERS } from './earn-skeleton';
import { groupOffers } from './group-offers';
import { OfferCards } from './offer-cards';
import { OfferTable } from './offer-table';
import { useOfferText } from './use-offer-text';

/** Minimum window width for the table, including the navigation rail. */
const TABLE_FITS = '(width >= 76rem)';

/** Number of placeholder rows for a contract that is still loading. */
const rowsOf: Readonly<Record<OfferKind, number>> = { stake: 1, pledge: 3, presale: 1 };

function waitingRows(kinds: readonly OfferKind[], filter: OfferFilter): number {
  return kinds
    .filter((kind) => filter === 'all' || (filter === 'flexible') === (kind === 'stake'))
    .reduce((sum, kind) => sum + rowsOf[kind], 0);
}

/** All offers. The filter and the sort order are stored in the URL. */
export function Offers({
  offers,
  waiting,
  isPartial,
  coins,
  networkOf,
}: {
  offers: readonly Offer[];
  /** One entry for each contract that is still loading. */
  waiting: readonly OfferKind[];
  /** Whether reading a network failed, so that offers may be missing. */
  isPartial: boolean;
  coins: readonly Coin[];
  networkOf: (chainId: number) => string;
}) {
  const t = useTranslations('wallet.earn');
  const id = useId();
  const { filter, sort } = readEarnParams(usePageParams());
  const isTable = useMediaQuery(TABLE_FITS);
  const textOf = useOfferText(networkOf);
  const arranged = arrangeOffers(offers, filter, sort).map((offer) => {
    const { coinId } = offer.kind === 'presale' ? offer.sale : offer.token;
    return { offer, text: textOf(offer), icon: coins.find((coin) => coin.id === coinId)?.icon };
  });
  const items = groupOffers(arranged, t('offers.capacity.varies'), (network, text) =>
    t('offers.capacityNote.on', { network, text }),
  );
  // Until every contract has been read, show only placeholders, because offers that load later would move the others.
  const rows = Math.max(waitingRows(waiting, filter), waiting.length > 0 ? FEWEST_PLACEHOLDERS : 0);
  const isEmpty = items.length === 0 && rows === 0;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {t('offers.title')}
      </h2>
      <Tabs<OfferFilter>
        label={t('offers.filterLabel')}
        tabs={offerFilters.map((value) => ({ value, label: t(`offers.filter.${value}`) }))}
        value={filter}
        onChange={(value) => updateEarnParams({ filter: value })}
      >
        <div className="grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
            <div className="text-sm text-muted">
              <p role="status">
                {rows > 0 ? t('offers.loading') : isEmpty ? '' : t('offers.count', { count: items.length })}
              </p>
              <p>{t('offers.basis')}</p>
            </div>
            {isTable ? null : (
              <div className="w-full sm:w-72">
                <SelectField
                  label={t('offers.sortLabel')}
                  value={sort}
                  options={offerSorts.map((value) => ({ value, label: t(`offers.sort.${value}`) }))}
                  onChange={(value) => {
                    const chosen = offerSorts.find((known) => known === value);
                    if (chosen) updateEarnParams({ sort: chosen });
                  }}
                />
              </div>
            )}
          </div>
          {isEmpty ? (
            isPartial && filter === 'all' ? null : (
              <div className="grid justify-items-start gap-3">
                <p>{t(filter === 'all' ? 'none' : 'offers.noMatch')}</p>
                {filter === 'all' ? null : (
                  <Button size="small" onClick={() => updateEarnParams({ filter: 'all' })}>
                    {t('offers.showAll')}
                  </Button>
                )}
              </div>
            )
          ) : isTable ? (
            <OfferTable
              labelId={id}
              items={rows > 0 ? [] : items}
              waiting={rows}
              sort={sort}
              onSort={(next) => updateEarnParams({ sort: next })}
            />
          ) : (
            <OfferCards labelId={id} items={rows > 0 ? [] : items} waiting={rows} />
          )}
        </div>
      </Tabs>
    </section>
  );
}
