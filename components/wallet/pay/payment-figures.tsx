import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { NamedAddress } from '@/components/wallet/ens/named-address';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { ResolvedName } from './payment-notes';
import type { usePayment } from './use-payment';

/** The recipient of a payment, by name and full address. */
export function PaymentRecipient({
  recipient,
  name,
}: {
  recipient: Address;
  /** The ENS name that resolved to the recipient. */
  name: ResolvedName | undefined;
}) {
  const t = useTranslations('wallet.pay');
  const ens = useTranslations('wallet.ens');
  return (
    <dl>
      <div className="grid gap-1 border-b border-line py-2">
        <dt className="text-sm text-muted">{t('to')}</dt>
        <dd className="grid gap-1">
          {name ? (
            <>
              <bdi className="text-lg wrap-anywhere">{name.name}</bdi>
              <p className="text-sm text-muted">{ens('resolved', { network: name.network })}</p>
            </>
          ) : null}
          <NamedAddress address={recipient} />
        </dd>
      </div>
    </dl>
  );
}

/** Details of a payment: network, balance, and fiat value. */
export function PaymentFigures({
  payment: { chain, token, funds, freeRoute, amount },
  isFixed,
}: {
  payment: ReturnType<typeof usePayment>;
  /** Whether the request sets the amount. If so, the balance appears here, because there is no amount field. */
  isFixed: boolean;
}) {
  const t = useTranslations('wallet.pay');
  const withdraw = useTranslations('wallet.withdraw');
  const free = useTranslations('wallet.free.review');
  const { priceOf, isStale, money } = useDisplayPrices();
  const { symbol, decimals } = token;
  const price = priceOf(token.coinId);
  return (
    <dl>
      <FigureRow label={withdraw('network')}>{chain.name}</FigureRow>
      {isFixed ? (
        <FigureRow label={freeRoute?.route === 'vault' ? free('balance.vault') : t('yourBalance')}>
          <OwnAmounts>
            <AmountToggle value={freeRoute ? freeRoute.balance : funds.balance} decimals={decimals} />
          </OwnAmounts>{' '}
          {symbol}
        </FigureRow>
      ) : null}
      {amount !== null && price ? (
        <FigureRow label={t(isStale(price) ? 'fiatValueStale' : 'fiatValue')}>
          <FiatValueText value={fiatValue(amount, decimals, price.price)} money={money} />
        </FigureRow>
      ) : null}
    </dl>
  );
}
