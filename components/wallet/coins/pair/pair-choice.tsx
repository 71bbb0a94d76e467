import { useTranslations } from 'next-intl';
import { TextButton } from '@/components/wallet/display/text-button';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import type { Coin } from '@/lib/api/types';
import type { Pair } from '@/lib/prices/price-pair';

const CURRENCY = 'currency';

/** Which coin, and what it is priced in: the display currency or another coin. */
export function PairChoice({
  pair,
  coins,
  currency,
  isBaseFixed,
  onChoose,
}: {
  pair: Pair;
  coins: readonly Coin[];
  currency: string;
  isBaseFixed: boolean;
  onChoose: (pair: Pair) => void;
}) {
  const t = useTranslations('wallet.coins.pair');
  const { base, quote } = pair;
  const option = ({ id, symbol }: Coin) => ({ value: String(id), label: symbol });
  const find = (id: string) => coins.find((coin) => String(coin.id) === id) ?? null;
  const chooseBase = (id: string) => {
    const next = find(id);
    // A coin priced in itself says nothing.
    if (next) onChoose({ base: next, quote: next.id === quote?.id ? null : quote });
  };
  return (
    <div className="grid max-w-form gap-x-4 gap-y-2 sm:grid-cols-2">
      {isBaseFixed ? null : (
        <TokenSelect
          label={t('base')}
          value={String(base.id)}
          options={coins.map(option)}
          onChange={chooseBase}
        />
      )}
      <TokenSelect
        label={t('quote')}
        value={quote ? String(quote.id) : CURRENCY}
        options={[
          { value: CURRENCY, label: currency },
          ...coins.filter(({ id }) => id !== base.id).map(option),
        ]}
        onChange={(id) => onChoose({ base, quote: find(id) })}
      />
      {quote && !isBaseFixed ? (
        <div className="sm:col-span-2">
          <TextButton onClick={() => onChoose({ base: quote, quote: base })}>{t('turn')}</TextButton>
        </div>
      ) : null}
    </div>
  );
}
