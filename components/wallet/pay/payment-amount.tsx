import { useLocale, useTranslations } from 'next-intl';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { ElsewhereNote } from '@/components/wallet/display/elsewhere-note';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { AmountPanel } from '@/components/wallet/fields/amount-panel';
import { TokenButton, type TokenPicker } from '@/components/wallet/fields/token-button';
import { formatAmount } from '@/lib/format/amount';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import { maxPayable } from './payment-plan';
import type { usePayment } from './use-payment';

type Payment = ReturnType<typeof usePayment>;

/** React hook that returns the balance that a payment is made from, as text. */
function useBalanceHint({ token: { symbol, decimals }, funds, freeRoute }: Payment): string {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const own = useOwnText();
  const written = (value: bigint) => own(`${formatAmount(value, decimals, locale)} ${symbol}`);
  if (freeRoute?.route === 'vault') return t('free.route.available', { amount: written(freeRoute.balance) });
  return funds.balance === undefined
    ? t('transfer.loading')
    : t('pay.available', { amount: written(funds.balance) });
}

/** The amount that a request sets, with its fiat value, the balance, and what is wrong with it. */
function FixedAmount({
  id,
  amount,
  payment,
  picker,
  isTouched,
}: {
  id: string;
  /** In base units. */
  amount: bigint;
  payment: Payment;
  picker: TokenPicker | undefined;
  isTouched: boolean;
}) {
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const { priceOf, isStale, money } = useDisplayPrices();
  const hint = useBalanceHint(payment);
  const { token, chain, funds, problem, isReading } = payment;
  const { decimals } = token;
  const text = formatAmount(amount, decimals, locale, decimals);
  const price = priceOf(token.coinId);
  return (
    <>
      <AmountPanel
        label={<span id={id}>{transfer('amount')}</span>}
        figure={
          <output aria-live="off" aria-labelledby={id} className="amount-input figures font-display">
            {text}
          </output>
        }
        characters={text.length}
        token={<TokenButton token={token} chainId={chain.id} picker={picker} />}
        value={
          price && !isStale(price) ? (
            <p className="pb-2 text-sm text-muted">
              ≈ <FiatValueText value={fiatValue(amount, decimals, price.price)} money={money} />
            </p>
          ) : null
        }
      >
        <p className="figures text-sm text-muted">{hint}</p>
      </AmountPanel>
      {problem && (isTouched || !isReading) ? (
        <div role="alert" className="border-s-2 border-error ps-3 text-sm">
          <p>{problem}</p>
          {funds.balance !== undefined && amount > funds.balance ? (
            <ElsewhereNote token={token} chainId={chain.id} amount={amount} />
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The amount of a payment: an input, or what the request sets. */
export function PaymentAmount({
  id,
  request,
  payment,
  picker,
  text,
  isTouched,
  onChange,
  onBlur,
}: {
  id: string;
  request: PaymentRequest;
  payment: Payment;
  /** The tokens to choose from. Undefined if there is only one. */
  picker: TokenPicker | undefined;
  /** The typed amount. */
  text: string;
  isTouched: boolean;
  onChange: (text: string) => void;
  onBlur: () => void;
}) {
  const transfer = useTranslations('wallet.transfer');
  const hint = useBalanceHint(payment);
  const { token, chain, funds, freeRoute, problem } = payment;
  if (request.amount !== null)
    return (
      <FixedAmount id={id} amount={request.amount} payment={payment} picker={picker} isTouched={isTouched} />
    );
  return (
    <AmountField
      id={id}
      label={transfer('amount')}
      amount={text}
      onChange={onChange}
      onBlur={onBlur}
      source={
        freeRoute
          ? { available: freeRoute.balance, isWallet: freeRoute.route === 'wallet' }
          : { available: maxPayable(funds), isWallet: true }
      }
      token={token}
      chainId={chain.id}
      picker={picker}
      hint={hint}
      problem={problem ?? undefined}
      isTouched={isTouched}
      disabled={false}
      hasSlider={false}
    />
  );
}
