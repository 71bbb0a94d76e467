import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { FoldMark } from '@/components/wallet/display/fold-mark';
import { SHOWN_FEE_DECIMALS } from '@/components/wallet/signing/network-fee-row';
import { useCoins } from '@/lib/api/hooks';
import type { TransferRoute } from '@/lib/api/schemas/transfer';
import type { ChainMapping } from '@/lib/api/types';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { FreeRoute, FreeRoutes } from './use-free-routes';

/** How a payment is made: without a fee by a signature, or by the account's own transaction. */
export type PaymentRoute = TransferRoute | 'transaction';

/** React hook that returns a network fee in wei as text: in the display currency, or else only in the native currency. */
function useFeeText(chain: ChainMapping, fee: bigint | undefined) {
  const locale = useLocale();
  const { data: coins = [] } = useCoins();
  const { priceOf, money } = useDisplayPrices();
  if (fee === undefined) return null;
  const native = listedToken(coins, chain.id, NATIVE_TOKEN);
  const price = native && priceOf(native.coinId);
  const amount = `${formatAmount(fee, NATIVE_DECIMALS, locale, SHOWN_FEE_DECIMALS)} ${chain.nativeSymbol}`;
  return price
    ? { short: fiatValueText(fiatValue(fee, NATIVE_DECIMALS, price.price), money), amount }
    : { short: amount, amount: null };
}

/**
 * How a payment is made and what it costs, in one line and a note, which keep their height in every state. A button shows
 * the other ways, if there are any.
 */
export function RouteChoice({
  chain,
  free,
  route,
  fee,
  onChoose,
}: {
  chain: ChainMapping;
  free: FreeRoutes;
  /** The route that applies, or null for a transaction. */
  route: FreeRoute | null;
  /** Network fee of a transaction in wei, or undefined while unknown. */
  fee: bigint | undefined;
  onChoose: (route: PaymentRoute) => void;
}) {
  const t = useTranslations('wallet.free.route');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const cost = useFeeText(chain, fee);
  const { routes, why, isChecking } = free;
  const line = route
    ? t('free')
    : isChecking
      ? t('checking')
      : cost
        ? t('fee', { fee: cost.short })
        : t('transactionNote');
  const note = route
    ? t(`${route.route}Note`, { operator: route.operator })
    : isChecking
      ? null
      : [cost?.amount ? t('feeNote', { fee: cost.amount }) : null, why].filter(Boolean).join(' ');
  return (
    <div className="grid border-b border-line pb-2">
      <div className="flex min-h-11 items-center gap-3">
        <p role="status" className="grow">
          {line}
        </p>
        {routes.length > 0 ? (
          <button
            type="button"
            aria-label={t('changeLabel')}
            aria-expanded={isOpen}
            aria-controls={`${id}-ways`}
            onClick={() => setOpen(!isOpen)}
            className="min-h-11 shrink-0 text-sm text-water underline underline-offset-4"
          >
            {t('change')} <FoldMark isOpen={isOpen} />
          </button>
        ) : null}
      </div>
      <p className="min-h-[2lh] text-xs text-muted">{note}</p>
      <fieldset id={`${id}-ways`} hidden={!isOpen || routes.length === 0} className="grid gap-1">
        <legend className="pb-1 text-sm text-muted">{t('label')}</legend>
        {[...routes, null].map((one) => {
          const name = one?.route ?? 'transaction';
          return (
            <label key={name} className="flex min-h-11 items-start gap-3 py-1">
              <input
                type="radio"
                name={id}
                className="mt-1 size-5 shrink-0 accent-water"
                checked={(route?.route ?? 'transaction') === name}
                aria-labelledby={`${id}-${name}-name`}
                aria-describedby={`${id}-${name}`}
                onChange={() => onChoose(name)}
              />
              <span className="grid">
                <span id={`${id}-${name}-name`}>{t(name)}</span>
                <span id={`${id}-${name}`} className="text-xs text-muted">
                  {one ? t(`${one.route}Note`, { operator: one.operator }) : t('transactionNote')}
                </span>
              </span>
            </label>
          );
        })}
      </fieldset>
    </div>
  );
}
