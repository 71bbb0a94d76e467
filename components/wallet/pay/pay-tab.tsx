import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { usePeople } from '@/components/wallet/fields/use-people';
import { TransferList } from '@/components/wallet/free-transfer/transfer-list';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { isEmptyPayment, useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { updatePageParams } from '@/lib/browser/page-params';
import { formatAmount } from '@/lib/format/amount';
import { watchContacts, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import { openRequest, type PayLists, type PayParams } from '@/lib/wallet/pay/pay-params';
import { readPayment } from '@/lib/wallet/pay/read-payment';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { ContactBook } from './contacts/contact-book';
import { RecentRecipients } from './contacts/recent-recipients';
import { NamedPayment, RefusedRequest } from './named-payment';
import { PaymentForm } from './payment-form';
import { ScanPanel } from './scan-panel';
import { useRefusalText } from './use-refusal-text';

/** Pending payments and the latest payment, by network. */
function PaymentProgress({
  entries,
  chains,
}: {
  entries: readonly LedgerEntry[];
  chains: readonly ChainMapping[];
}) {
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const resultText = useResultText();
  const accountName = useAccountName();
  const own = useOwnText();
  const locale = useLocale();
  const statusText = (entry: LedgerEntry) =>
    entry.status === 'failed' || entry.isAltered || isEmptyPayment(entry)
      ? resultText(entry)
      : transfer(`status.${entry.status === 'pending' ? 'pending' : 'confirmed'}`);
  return chains
    .filter(({ id }) => entries.some(({ chainId }) => chainId === id))
    .map((chain) => (
      <LatestTransactions
        key={chain.id}
        entries={entries.filter(({ chainId }) => chainId === chain.id)}
        chain={chain}
        entryText={({ amountRaw, decimals, symbol, recipient }) =>
          t('entry', {
            amount: own(formatAmount(BigInt(amountRaw), decimals, locale, decimals)),
            symbol,
            address: recipient ? accountName(recipient, true) : '',
          })
        }
        statusText={statusText}
      />
    ));
}

/** Pay tab: find a payment request, fill it in, and review it. */
export function PayTab({ place, ...lists }: PayLists & { place: PayParams }) {
  const { account, chains } = lists;
  useEffect(watchContacts, []);
  useEffect(watchKnownRecipients, []);
  const ledger = useLedger((state) => state.entries);
  const payments = ledger.filter((entry) => entry.account === account && entry.kind === 'send');
  const read = place.request === null ? null : readPayment(place.request, lists);

  const people = usePeople(account);
  const refusalText = useRefusalText();
  const [last, setLast] = useState('');
  const leave = (text: string) => {
    setLast(text);
    updatePageParams({ request: null });
  };
  const goBack = () => leave(place.request ?? '');

  const main = () => {
    if (!read)
      return (
        <ScanPanel
          startText={last}
          people={people}
          refusalOf={(text) => refusalText(readPayment(text, lists))}
          onRequest={openRequest}
        />
      );
    if ('problem' in read)
      return <RefusedRequest text={place.request ?? ''} reason={refusalText(read) ?? ''} onBack={goBack} />;
    const form = { place, lists, onBack: goBack, onSent: () => leave('') };
    if ('named' in read)
      return <NamedPayment key={place.request} {...read} {...form} text={place.request ?? ''} />;
    return <PaymentForm key={place.request} {...read} {...form} />;
  };
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="min-w-0">{main()}</div>
      <div className="grid content-start gap-10">
        <PaymentProgress entries={payments} chains={chains} />
        <TransferList account={account} />
        {place.request === null ? (
          <>
            <RecentRecipients lists={lists} onPay={openRequest} />
            <ContactBook onPay={openRequest} />
          </>
        ) : null}
      </div>
    </div>
  );
}
