import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type Hash, isAddressEqual } from 'viem';
import { ContactBook } from '@/components/wallet/contacts/contact-book';
import { ContactForm } from '@/components/wallet/contacts/contact-form';
import { RecentRecipients } from '@/components/wallet/contacts/recent-recipients';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { LatestTransactions } from '@/components/wallet/display/latest-transactions';
import { TextButton } from '@/components/wallet/display/text-button';
import { updatePageParams } from '@/components/wallet/shell/page-params';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { useContacts, watchContacts, watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { NamedPayment, RefusedRequest } from './named-payment';
import { openReview, type PayLists, type PayParams } from './pay-params';
import { PaymentReview } from './payment-review';
import { type ReadPayment, readPayment } from './read-payment';
import { ScanPanel } from './scan-panel';
import { usePaymentFailure, usePaymentStatus } from './use-payment';

const stages = ['pending', 'confirmed'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Progress of a sent payment, with a form to save its recipient. */
function SentPayment({ entry, onLeave }: { entry: LedgerEntry; onLeave: () => void }) {
  const t = useTranslations('wallet.pay');
  const contacts = useContacts((state) => state.entries);
  const [isNaming, setNaming] = useState(false);
  const failure = usePaymentFailure();
  const { recipient, status } = entry;
  const contact = recipient && contacts.find(({ address }) => isAddressEqual(address, recipient));
  return (
    <section aria-label={t('sentTitle')} className="grid content-start gap-6">
      <TransferProgress
        entry={entry}
        stages={stages.map((stage) => ({ ahead: t(`stage.${stage}`), done: t(`stageDone.${stage}`) }))}
        reached={reachedByStatus[status]}
        failure={failure(entry)}
        againLabel={t('again')}
        mayCloseText={t('mayClose')}
        onDone={onLeave}
        onAgain={onLeave}
      >
        {recipient ? (
          <p className="grid gap-1 text-sm">
            <span className="text-muted">{t('to')}</span>
            {contact ? <bdi className="text-lg">{contact.name}</bdi> : null}
            <GroupedAddress address={recipient} />
          </p>
        ) : null}
      </TransferProgress>
      {!recipient || contact ? null : isNaming ? (
        <ContactForm address={recipient} name="" onDone={() => setNaming(false)} />
      ) : (
        <TextButton onClick={() => setNaming(true)}>{t('saveRecipient')}</TextButton>
      )}
    </section>
  );
}

/** Pending payments and the latest payment, by network. */
function PaymentProgress({
  entries,
  chains,
}: {
  entries: readonly LedgerEntry[];
  chains: readonly ChainMapping[];
}) {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const statusText = usePaymentStatus();
  return chains
    .filter(({ id }) => entries.some(({ chainId }) => chainId === id))
    .map((chain) => (
      <LatestTransactions
        key={chain.id}
        entries={entries.filter(({ chainId }) => chainId === chain.id)}
        chain={chain}
        entryText={({ amountRaw, decimals, symbol, recipient = '' }) =>
          t('entry', {
            amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals),
            symbol,
            address: shortAddress(recipient),
          })
        }
        statusText={statusText}
      />
    ));
}

/** Pay tab: find a payment request, review it, sign it, and follow the payment. */
export function PayTab({ place, ...lists }: PayLists & { place: PayParams }) {
  const t = useTranslations('wallet.pay');
  const { account, chains } = lists;
  useEffect(watchContacts, []);
  useEffect(watchKnownRecipients, []);
  const ledger = useLedger((state) => state.entries);
  const payments = ledger.filter((entry) => entry.account === account && entry.kind === 'send');
  const sent = payments.find(({ id }) => id === place.sent);
  const read = place.request === null ? null : readPayment(place.request, lists);

  const refusalText = (found: ReadPayment) => ('problem' in found ? t(`refused.${found.problem}`) : null);
  const backToStart = () => updatePageParams({ request: null, sent: null });

  const main = () => {
    if (sent) return <SentPayment key={sent.id} entry={sent} onLeave={backToStart} />;
    if (!read)
      return <ScanPanel refusalOf={(text) => refusalText(readPayment(text, lists))} onRequest={openReview} />;
    if ('problem' in read)
      return (
        <RefusedRequest
          text={place.request ?? ''}
          reason={t(`refused.${read.problem}`)}
          onBack={backToStart}
        />
      );
    const review = {
      place,
      lists,
      onBack: backToStart,
      onSent: (id: Hash) => updatePageParams({ request: null, sent: id }),
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
