import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { PrimaryName } from '@/components/wallet/ens/name-lookup';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { ResolvedName } from './name-warnings';
import { decodeData } from './payment-plan';
import type { usePayment } from './use-payment';

/** Details of a payment: recipient, network, balance, fee, and the exact data to sign. */
export function PaymentFigures({
  payment: { chain, token, recipientCheck, funds, amount, data },
  recipient,
  name,
  isFixed,
}: {
  payment: ReturnType<typeof usePayment>;
  recipient: Address;
  /** The ENS name that resolved to the recipient. */
  name: ResolvedName | undefined;
  /** Whether the request sets the amount. If so, the balance appears here, because there is no amount field. */
  isFixed: boolean;
}) {
  const t = useTranslations('wallet.pay');
  const ens = useTranslations('wallet.ens');
  const withdraw = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const { priceOf, isLate, money } = useDisplayPrices();
  const { symbol, decimals } = token;
  const price = priceOf(token.coinId);
  const decoded = amount === null ? null : decodeData(data.data);
  return (
    <dl>
      <div className="grid gap-1 border-b border-line py-2">
        <dt className="text-sm text-muted">{t('to')}</dt>
        <dd className="grid gap-1">
          {recipientCheck.name === undefined ? null : <bdi className="text-lg">{recipientCheck.name}</bdi>}
          {name ? <bdi className="text-lg wrap-anywhere">{name.name}</bdi> : null}
          <GroupedAddress address={recipient} />
          {name ? (
            <p className="text-sm text-muted">{ens('resolved', { network: name.network })}</p>
          ) : recipientCheck.name === undefined ? (
            <PrimaryName address={recipient} />
          ) : null}
        </dd>
      </div>
      <FigureRow label={withdraw('network')}>{chain.name}</FigureRow>
      {isFixed ? (
        <FigureRow label={t('yourBalance')}>
          <AmountText value={funds.balance} decimals={decimals} locale={locale} maxDecimals={decimals} />{' '}
          {symbol}
        </FigureRow>
      ) : null}
      {amount !== null && price ? (
        <FigureRow label={t(isLate(price) ? 'worthLate' : 'worth')}>
          <FiatValueText value={fiatValue(amount, decimals, price.price)} money={money} />
        </FigureRow>
      ) : null}
      <FigureRow label={t('fee')}>
        <AmountText value={funds.fee} decimals={18} locale={locale} maxDecimals={9} /> {chain.nativeSymbol}
      </FigureRow>
      <div className="grid gap-1 border-b border-line py-2 text-sm">
        <dt className="text-muted">{t('signs')}</dt>
        {token.address === NATIVE_TOKEN ? (
          <dd>{t('signsCoin', { symbol })}</dd>
        ) : (
          <dd className="grid gap-1">
            <span>{t('signsToken', { symbol })}</span>
            <GroupedAddress address={token.address} />
            {decoded ? (
              <code className="text-xs wrap-anywhere text-muted">
                {decoded.name}({decoded.args.join(', ')})
              </code>
            ) : null}
          </dd>
        )}
      </div>
    </dl>
  );
}
