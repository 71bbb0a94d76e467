import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { Hash } from 'viem';
import { ContactBook } from '@/components/wallet/contacts/contact-book';
import { RecentRecipients } from '@/components/wallet/contacts/recent-recipients';
import { showPlace } from '@/components/wallet/shell/page-place';
import { watchContacts, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { NamedPayment } from './named-payment';
import type { PayLists } from './pay-place';
import { openReview, type PayPlace } from './pay-place';
import { PaymentProgress } from './payment-progress';
import { PaymentReview } from './payment-review';
import { type ReadPayment, readPayment } from './read-payment';
import { RefusedRequest } from './refused-request';
import { ScanPanel } from './scan-panel';
import { SentPayment } from './sent-payment';

/** Pays somebody: finds the request, shows all of it, has it signed, and tells what became of it. */
export function PayTab({ place, ...lists }: PayLists & { place: PayPlace }) {
  const t = useTranslations('wallet.pay');
  const { account, chains } = lists;
  useEffect(watchContacts, []);
  useEffect(watchKnownRecipients, []);
  const ledger = useLedger((state) => state.entries);
  const payments = ledger.filter((entry) => entry.account === account && entry.kind === 'send');
  const sent = payments.find(({ id }) => id === place.sent);
  const read = place.request === null ? null : readPayment(place.request, lists);

  const wordsOf = (found: ReadPayment) => ('problem' in found ? t(`refused.${found.problem}`) : null);
  const leave = () => showPlace({ request: null, sent: null });

  const main = () => {
    if (sent) return <SentPayment key={sent.id} entry={sent} onLeave={leave} />;
    if (!read)
      return <ScanPanel refusalOf={(text) => wordsOf(readPayment(text, lists))} onRequest={openReview} />;
    if ('problem' in read)
      return (
        <RefusedRequest text={place.request ?? ''} reason={t(`refused.${read.problem}`)} onBack={leave} />
      );
    const review = {
      place,
      lists,
      onBack: leave,
      onSent: (id: Hash) => showPlace({ request: null, sent: id }),
    };
    if ('named' in read)
      return <NamedPayment key={place.request} {...read} {...review} text={place.request ?? ''} />;
    return <PaymentReview key={place.request} {...read} {...review} />;
  };
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="min-w-0">{main()}</div>
      <div className="grid content-start gap-10">
        {sent ? null : <PaymentProgress entries={payments} chains={chains} />}
        {place.request === null ? (
          <>
            <RecentRecipients account={account} onPay={openReview} />
            <ContactBook onPay={openReview} />
          </>
        ) : null}
      </div>
    </div>
  );
}
