import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { useShortList } from '@/components/wallet/display/short-lists';
import { TextBar } from '@/components/wallet/display/skeleton';
import { useUser } from '@/lib/api/hooks';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { ActivityToken } from '@/lib/wallet/activity/activity-row';
import { watchContacts } from '@/lib/wallet/contacts/contacts';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import type { ChainRead } from '@/lib/wallet/networks/chain-reads';
import { isCounted } from '@/lib/wallet/networks/is-testnet';
import { type ValuedPart, valueParts } from '@/lib/wallet/portfolio/holdings';
import { type KnownTotal, knownTotal } from '@/lib/wallet/portfolio/known-total';
import type { HoldingsRead } from '@/lib/wallet/portfolio/read-holdings';
import { useHoldingsOf } from '@/lib/wallet/portfolio/use-holdings';
import { useWatched, WATCHED_LIMIT, watchWatchedAddresses } from '@/lib/wallet/portfolio/watched-addresses';
import { usePriceNotes } from './portfolio-total';
import { WatchForm } from './watch-form';
import { WatchedRow } from './watched-row';

/** The total of the account and the other addresses, or the names of those without which there is none. */
function TotalTogether({
  account,
  sum: { total, isReading, isUnpriced },
  missing,
  money,
}: {
  /** Name of the account. */
  account: string;
  sum: KnownTotal;
  missing: readonly string[];
  money: DisplayPrices['money'];
}) {
  const t = useTranslations('wallet.portfolio');
  const list = useShortList();
  return (
    <div className="grid gap-1" aria-busy={isReading}>
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt>{t.rich('watched.together', { account, bdi: (text) => <bdi>{text}</bdi> })}</dt>
        <dd className="text-xl">
          {total !== null ? (
            <FiatValueText value={total} money={money} />
          ) : isReading ? (
            <TextBar className="w-[5em]" />
          ) : (
            <span className="text-muted">–</span>
          )}
        </dd>
      </dl>
      {isReading ? null : missing.length > 0 ? (
        <p className="text-sm text-muted">{t('watched.missing', { names: list(missing) })}</p>
      ) : isUnpriced ? (
        <p className="text-sm text-muted">{t('noPrices')}</p>
      ) : null}
    </div>
  );
}

/**
 * Other addresses that the user follows, read only, with the total of the account and them. They are stored on this device, count
 * nowhere else, and can't be chosen in forms.
 */
export function OtherAddresses({
  account,
  own,
  prices,
  chains,
  contracts,
  tokensOf,
}: {
  account: Address;
  /** The account's holdings, and the parts of them that count in totals. */
  own: { read: readonly ChainRead<HoldingsRead>[]; parts: readonly ValuedPart[] };
  prices: DisplayPrices;
  chains: readonly ChainMapping[];
  contracts: readonly Contract[];
  tokensOf: (chainId: number) => ReadonlyMap<Address, ActivityToken>;
}) {
  const t = useTranslations('wallet.portfolio');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAdding, setAdding] = useState(false);
  useEffect(watchWatchedAddresses, []);
  useEffect(watchContacts, []);
  const { data: user } = useUser();
  const accountName = useAccountName();
  const watched = useWatched((state) => state.entries);
  // Another account of the user may be signed in now. It is in the total already.
  const others = watched.filter(({ address }) => !isAddressEqual(address, account));
  const reads = useHoldingsOf(
    others.map(({ address }) => address),
    chains.flatMap(({ id }) => (isCounted(chains, id) ? id : [])),
    tokensOf,
    contracts,
  );
  const rows = others.map((entry, index) => {
    const read = reads[index] ?? [];
    const held = read.flatMap(({ data }) => data?.parts ?? []);
    const parts = valueParts(held, (coinId) => prices.priceOf(coinId)?.price);
    const name = entry.name ?? accountName(entry.address);
    return { ...entry, name, read, parts, known: knownTotal(read, parts, prices.isWaiting) };
  });
  const othersParts = rows.flatMap(({ parts }) => parts);
  const sum = knownTotal(
    [...own.read, ...rows.flatMap(({ read }) => read)],
    [...own.parts, ...othersParts],
    prices.isWaiting,
  );
  const ownName = user?.name ?? shortAddress(account);
  const failedRows = rows.filter(({ known }) => known.failed.length > 0);
  const failed = failedRows.flatMap(({ known }) => known.failed);
  const isOwnMissing = knownTotal(own.read, own.parts, false).failed.length > 0;
  const list = useShortList();
  const { unpriced, stale } = usePriceNotes(othersParts, prices);
  const close = () => {
    setAdding(false);
    // The focused button was removed, so focus moves to the heading.
    heading.current?.focus();
  };

  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        {t('watched.title')}
      </h2>
      {watched.length === 0 ? <p className="measure text-muted">{t('watched.empty')}</p> : null}
      <p className="measure text-sm text-muted">{t('watched.about')}</p>
      {watched.length > 0 ? (
        <ul aria-labelledby={id} className="grid max-w-3xl border-t border-line">
          {watched.map((entry) => (
            <WatchedRow
              key={entry.address}
              address={entry.address}
              name={entry.name ?? accountName(entry.address)}
              known={rows.find(({ address }) => address === entry.address)?.known ?? null}
              money={prices.money}
              chains={chains}
              onRemoved={() => heading.current?.focus()}
            />
          ))}
        </ul>
      ) : null}
      {rows.length > 0 ? (
        <div className="grid max-w-3xl gap-2">
          <TotalTogether
            account={ownName}
            sum={sum}
            missing={[...(isOwnMissing ? [ownName] : []), ...failedRows.map(({ name }) => name)]}
            money={prices.money}
          />
          {sum.isReading || sum.isUnpriced
            ? null
            : [...unpriced, ...stale].map((note) => (
                <p key={note} className="text-sm text-muted">
                  {note}
                </p>
              ))}
          {failed.length > 0 ? (
            <ReadFailure
              chainIds={[...new Set(failed.map(({ chainId }) => chainId))]}
              shown="part"
              message={t('watched.failed', { names: list(failedRows.map(({ name }) => name)) })}
              retryLabel={t('retry')}
              onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          ) : null}
        </div>
      ) : null}
      {isAdding ? (
        <WatchForm account={account} watched={watched} nameOf={accountName} onDone={close} />
      ) : watched.length < WATCHED_LIMIT ? (
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            {t('watched.add')}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('watched.full', { limit: WATCHED_LIMIT })}</p>
      )}
    </section>
  );
}
