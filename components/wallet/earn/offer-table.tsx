import { useTranslations } from 'next-intl';
import { Bar } from '@/components/wallet/display/skeleton';
import type { OfferSort } from '@/lib/wallet/earn/arrange-offers';
import type { OfferItem } from './group-offers';
import { FactNotes, OfferLinks, OfferName } from './offer-parts';
import { RiskMark } from './risk-mark';
import type { OfferFact } from './use-offer-text';

const CELL = 'py-4 ps-5 text-start align-top text-sm';
const HEAD = 'ps-5 text-start align-bottom text-sm font-normal text-muted first:ps-0';
const columns = ['offer', 'risk', 'yield', 'lock', 'capacity', 'action'] as const;
/** Sort orders for the sortable columns. The first press of a heading applies the first order, the more useful one. */
const sortable: Partial<Record<(typeof columns)[number], readonly [OfferSort, OfferSort]>> = {
  risk: ['risk', '-risk'],
  yield: ['-yield', 'yield'],
  lock: ['lock', '-lock'],
};

/** Column heading that sorts the table by its column. Pressing it again reverses the order. */
function SortHead({
  label,
  orders: [first, second],
  sort,
  onSort,
}: {
  label: string;
  orders: readonly [OfferSort, OfferSort];
  sort: OfferSort;
  onSort: (sort: OfferSort) => void;
}) {
  const isSorted = sort === first || sort === second;
  const isDown = sort.startsWith('-');
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined} className={HEAD}>
      <button
        type="button"
        onClick={() => onSort(sort === first ? second : first)}
        className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-sharp px-2 hover:bg-sunken hover:text-ink"
      >
        <span className={isSorted ? 'text-ink' : undefined}>{label}</span>
        <svg aria-hidden="true" viewBox="0 0 8 14" width="8" height="14" fill="currentColor">
          <path d="M4 0 8 5H0Z" className={isSorted && !isDown ? 'text-ink' : 'text-edge'} />
          <path d="M4 14 0 9h8Z" className={isSorted && isDown ? 'text-ink' : 'text-edge'} />
        </svg>
      </button>
    </th>
  );
}

function FactCell({ fact, isMain = false }: { fact: OfferFact; isMain?: boolean }) {
  return (
    <td className={CELL}>
      <span className={`figures block break-keep ${isMain ? 'text-lg' : ''}`}>{fact.value}</span>
      <FactNotes notes={fact.notes} />
    </td>
  );
}

function WaitingRow() {
  return (
    <tr className="h-29 border-b border-line">
      {columns.map((column) => (
        <td key={column} className={`${CELL} first:ps-0`}>
          <Bar className="mt-2 w-4/5" />
          <Bar className="mt-4 w-3/5" />
        </td>
      ))}
    </tr>
  );
}

/** The offers as a table, for wide screens. */
export function OfferTable({
  labelId,
  items,
  waiting,
  sort,
  onSort,
}: {
  labelId: string;
  items: readonly OfferItem[];
  /** Number of placeholder rows for offers that are still loading. */
  waiting: number;
  sort: OfferSort;
  onSort: (sort: OfferSort) => void;
}) {
  const t = useTranslations('wallet.earn.offers.column');
  return (
    <table aria-labelledby={labelId} aria-busy={waiting > 0} className="w-full table-fixed">
      <colgroup>
        <col className="w-38" />
        <col className="w-[24%]" />
        <col />
        <col />
        <col />
        <col className="w-40" />
      </colgroup>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => {
            const orders = sortable[column];
            return orders ? (
              <SortHead key={column} label={t(column)} orders={orders} sort={sort} onSort={onSort} />
            ) : (
              <th key={column} scope="col" className={`${HEAD} h-11 align-middle`}>
                {column === 'action' ? <span className="sr-only">{t(column)}</span> : t(column)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {items.map(({ offer, text, icon, links }) => (
          <tr key={offer.key} className="border-b border-line">
            <th scope="row" className="py-4 text-start align-top font-normal">
              <OfferName text={text} icon={icon} links={links} />
            </th>
            <td className={CELL}>
              <RiskMark level={offer.risk.level} />
              <span className="block text-xs text-pretty text-muted">{text.reason}</span>
            </td>
            <FactCell fact={text.yield} isMain />
            <FactCell fact={text.lock} />
            <FactCell fact={text.capacity} />
            <td className="py-4 ps-5 align-top">
              <OfferLinks text={text} links={links} />
            </td>
          </tr>
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are all the same
          <WaitingRow key={index} />
        ))}
      </tbody>
    </table>
  );
}
