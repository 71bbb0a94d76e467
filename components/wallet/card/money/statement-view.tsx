import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/select-field';
import { type CardData, type PlacedFunds, placedFunds } from '@/components/wallet/card/parts/card-params';
import { useMoneyChoice } from '@/components/wallet/card/parts/money-choice';
import { NoMoneyChoice } from '@/components/wallet/card/parts/money-gate';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder, RowSkeletons } from '@/components/wallet/display/skeleton';
import { useCardStatement } from '@/lib/api/use-card';
import { saveFile } from '@/lib/browser/save-file';
import { monthOf, statementCsv } from '@/lib/wallet/card/statement-csv';
import { StatementTable } from './statement-table';

/** Number of months to choose from. */
const MONTHS = 24;

function MonthStatement({ data, chosen, month }: { data: CardData; chosen: PlacedFunds; month: string }) {
  const t = useTranslations('wallet.card.statement');
  const { place, funds } = chosen;
  const { token } = funds;
  const read = useCardStatement(place.chainId, token.address, month);
  const chain = data.chains.find(({ id }) => id === place.chainId);
  const currency = data.list?.program.currency ?? 'usd';
  if (read.error && !read.data)
    return <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void read.mutate()} />;
  const { data: statement } = read;
  if (!statement)
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <RowSkeletons count={5} />
        </Placeholder>
      </>
    );
  const save = () =>
    saveFile(
      `tidewell-card-${data.account.slice(2, 10)}-${token.symbol}-${month}.csv`,
      new Blob([statementCsv(statement, { symbol: token.symbol, currency, chain })], {
        type: 'text/csv;charset=utf-8',
      }),
    );
  return (
    <div className="grid gap-5">
      {statement.isComplete ? null : (
        <p role="status" className="measure border-s-2 border-warning ps-3 text-sm">
          {t('incomplete')}
        </p>
      )}
      <OwnAmounts>
        <StatementTable statement={statement} token={token} currency={currency} chain={chain} />
      </OwnAmounts>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button size="small" onClick={save}>
          {t('csv')}
        </Button>
        <Button size="small" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </div>
  );
}

/** The statement of a month for a token: opening and closing balance, and everything between. */
export function StatementView({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card.statement');
  const format = useFormatter();
  const [month, setMonth] = useState(() => monthOf(Date.now()));
  const { chosen, select } = useMoneyChoice(placedFunds(data.funds), data.chains);
  if (!chosen) return <NoMoneyChoice data={data} emptyText={t('none')} />;
  const { place, funds } = chosen;
  const nameOf = (value: string) =>
    format.dateTime(new Date(`${value}-15T00:00:00Z`), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: MONTHS }, (_, back) => monthOf(Date.now(), back));
  return (
    <div className="grid gap-6">
      <div className="grid max-w-form gap-5 print:hidden">
        {select}
        <SelectField
          label={t('month')}
          value={month}
          options={months.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setMonth}
        />
      </div>
      <p className="hidden text-sm wrap-anywhere print:block">{t('account', { address: data.account })}</p>
      <h3 className="text-lg">
        {t('heading', {
          month: nameOf(month),
          symbol: funds.token.symbol,
          network: data.chains.find(({ id }) => id === place.chainId)?.name ?? '',
        })}
      </h3>
      <MonthStatement
        key={`${place.chainId} ${funds.token.address} ${month}`}
        data={data}
        chosen={chosen}
        month={month}
      />
    </div>
  );
}
