import { useLocale, useTranslations } from 'next-intl';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { Bar, Repeat } from '@/components/wallet/display/skeleton';
import { ListsGate, type WalletLists } from '@/components/wallet/frame/account-view';
import { formatAmount } from '@/lib/format/amount';
import { readPayment } from '@/lib/wallet/pay/read-payment';
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
  return (
    <dl className="grid">
      {asked ? (
        <FigureRow label={t('asked')}>
          {amount === null
            ? t('anyAmount', { symbol: asked.symbol })
            : `${formatAmount(amount, asked.decimals, locale, asked.decimals)} ${asked.symbol}`}
        </FigureRow>
      ) : null}
      {chainId === null || !first ? null : (
        <FigureRow label={withdraw('network')}>{first.chain.name}</FigureRow>
      )}
      <div className="grid gap-1 py-2">
        <dt className="text-sm text-muted">{t('to')}</dt>
        <dd className="wrap-anywhere">
          {'named' in read ? (
            <bdi>{read.named.name}</bdi>
          ) : (
            <GroupedAddress address={read.request.recipient} />
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Shows the contents of a payment link to a visitor who isn't signed in. They are unverified: anyone can create a link. */
export function LinkedRequest({ text }: { text: string }) {
  const t = useTranslations('wallet.pay');
  return (
    <section className="grid content-start gap-4 rounded-soft border border-line bg-raised p-5">
      <ListsGate
        skeleton={
          <Repeat count={3}>
            <Bar className="h-11 w-full" />
          </Repeat>
        }
      >
        {(lists) => <RequestFacts text={text} lists={lists} />}
      </ListsGate>
      <p className="text-sm text-muted">{t('linkNote')}</p>
    </section>
  );
}
