import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/ui/select-field';
import { TokenSelect } from '@/components/wallet/fields/token-select';
import { updatePageParams } from '@/components/wallet/shell/page-params';
import type { ChainMapping } from '@/lib/api/types';
import type { PaymentOption } from '@/lib/wallet/pay/payment-request';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Selects for the network and token, unless the payment request sets them. */
export function PaymentChoice({
  options,
  chain,
  token,
  busy,
}: {
  options: readonly PaymentOption[];
  chain: ChainMapping;
  token: ListedToken;
  busy: boolean;
}) {
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const tokens = options.find((option) => option.chain.id === chain.id)?.tokens ?? [];
  if (options.length < 2 && tokens.length < 2) return null;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        {options.length > 1 ? (
          <SelectField
            label={transfer('chain')}
            value={String(chain.id)}
            disabled={busy}
            onChange={(value) => updatePageParams({ chain: value })}
            options={options.map(({ chain: { id, name } }) => ({ value: String(id), label: name }))}
          />
        ) : null}
        {tokens.length > 1 ? (
          <TokenSelect
            label={transfer('token')}
            value={String(token.coinId)}
            disabled={busy}
            onChange={(value) => updatePageParams({ coin: value })}
            options={tokens.map(({ coinId, symbol }) => ({ value: String(coinId), label: symbol }))}
          />
        ) : null}
      </div>
      {options.length > 1 ? <p className="text-xs text-muted">{t('networkOpen')}</p> : null}
    </div>
  );
}
