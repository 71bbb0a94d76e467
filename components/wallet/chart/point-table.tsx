import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ChartPoint } from './line-chart';

/** A chart's points as a table, in a collapsed section. */
export function PointTable({
  points,
  what,
  dateText,
  children,
}: {
  points: readonly ChartPoint[];
  /** Column heading for the values. */
  what: string;
  dateText: (at: number) => string;
  /** Renders a value. */
  children: (value: bigint) => ReactNode;
}) {
  const t = useTranslations('wallet.chart');
  return (
    <details className="border-y border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">{t('table')}</summary>
      <table className="mb-4 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 text-start font-normal">
              {t('time')}
            </th>
            <th scope="col" className="py-2 text-end font-normal">
              {what}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, value }) => (
            <tr key={at} className="border-b border-line last:border-b-0">
              <th scope="row" className="figures py-1.5 text-start font-normal">
                {dateText(at)}
              </th>
              <td className="py-1.5 text-end">{children(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
