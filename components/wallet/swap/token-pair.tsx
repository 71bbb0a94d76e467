import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Icon } from '@/components/ui/icon';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import type { SwapToken } from '@/lib/wallet/swap/token';

/** Selects for the token to sell and the token to buy, with a button to reverse them. */
export function TokenPair({
  tokens,
  sold,
  bought,
  disabled,
  onChange,
}: {
  tokens: readonly SwapToken[];
  sold: SwapToken;
  bought: SwapToken;
  disabled: boolean;
  onChange: (next: { sell: number; buy: number }) => void;
}) {
  const t = useTranslations('wallet.swap');
  const options = useMemo(
    () => tokens.map(({ coinId, symbol }) => ({ value: String(coinId), label: symbol })),
    [tokens],
  );
  const turned = { sell: bought.coinId, buy: sold.coinId };
  // Choosing the token that is already on the other side reverses the direction.
  const choose = (next: { sell: number; buy: number }) => onChange(next.sell === next.buy ? turned : next);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-2">
      <TokenSelect
        label={t('sell')}
        value={String(sold.coinId)}
        options={options}
        disabled={disabled}
        onChange={(value) => choose({ sell: Number(value), buy: bought.coinId })}
      />
      <button
        type="button"
        aria-label={t('turn')}
        title={t('turn')}
        disabled={disabled}
        onClick={() => onChange(turned)}
        className="icon-button mb-1 border border-edge"
      >
        <Icon path="M3 7h13m-4-4 4 4-4 4M17 13H4m4-4-4 4 4 4" size={20} />
      </button>
      <TokenSelect
        label={t('buy')}
        value={String(bought.coinId)}
        options={options}
        disabled={disabled}
        onChange={(value) => choose({ sell: sold.coinId, buy: Number(value) })}
      />
    </div>
  );
}
