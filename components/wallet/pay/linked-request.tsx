import { useLocale, useTranslations } from 'next-intl';
import { Bar, Repeat } from '@/components/wallet/display/skeleton';
import { ListsGate, type WalletLists } from '@/components/wallet/frame/account-view';
import { formatAmount } from '@/lib/format/amount';
import { readPayment } from '@/lib/wallet/pay/read-payment';
import { PaymentRecipient } from './payment-figures';
import { useRefusalText } from './use-refusal-text';

function RequestFacts({ text, lists }: { text: string; lists: WalletLists }) {
  const t = useTranslations('wallet.pay');
  const withdraw = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const refusalText = useRefusalText();
  const read = readPayment(text, lists);
  if ('problem' in read)
    return (
      <>
        <h3 className="text-xl">{t('cannotPay')}</h3>
        <p className="border-s-2 border-error ps-3">{refusalText(read)}</p>
      </>
    );
  const { chainId, token, amount } = 'named' in read ? read.named : read.request;
  const [first] = read.options;
  const [asked] = token === null || chainId === null ? [] : (first?.tokens ?? []);
  const recipient = 'named' in read ? null : read.request.recipient;
  return (
    <>
      {chainId === null || !first ? null : (
        <dl className="grid gap-3">
          {asked ? (
            <div>
              <dt className="text-sm text-muted">{t('asked')}</dt>
              <dd className="figures font-display text-3xl wrap-anywhere">
                {amount === null
                  ? t('anyAmount', { symbol: asked.symbol })
                  : `${formatAmount(amount, asked.decimals, locale, asked.decimals)} ${asked.symbol}`}
              </dd>
            </div>
          ) : null}
          <div>
            <dt className="text-sm text-muted">{withdraw('network')}</dt>
            <dd className="text-lg wrap-anywhere">{first.chain.name}</dd>
          </div>
        </dl>
      )}
      {recipient === null ? (
        <dl>
          <dt className="text-sm text-muted">{t('to')}</dt>
          <dd className="text-lg wrap-anywhere">
            <bdi>{'named' in read ? read.named.name : null}</bdi>
          </dd>
        </dl>
      ) : (
        <PaymentRecipient recipient={recipient} name={undefined} />
      )}
    </>
  );
}

/** Shows the contents of a payment link to a visitor who isn't signed in. They are unverified: anyone can create a link. */
export function LinkedRequest({ text }: { text: string }) {
  const t = useTranslations('wallet.pay');
  return (
    <section className="grid content-start gap-4 rounded-soft border border-line bg-raised p-5">
      <h2 className="text-xl">{t('startRequest')}</h2>
      <ListsGate
        skeleton={
          <div className="grid gap-4">
            <Repeat count={3}>
              <Bar className="h-13 w-full" />
            </Repeat>
          </div>
        }
      >
        {(lists) => <RequestFacts text={text} lists={lists} />}
      </ListsGate>
      <p className="text-sm text-muted">{t('linkNote')}</p>
    </section>
  );
}
