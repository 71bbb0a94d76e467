import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isAddressEqual } from 'viem';
import { ContactForm } from '@/components/wallet/contacts/contact-form';
import { TextButton } from '@/components/wallet/display/text-button';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { GroupedAddress } from '@/components/wallet/withdraw/grouped-address';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { usePaymentFailure } from './use-payment-status';

const stages = ['pending', 'confirmed'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Where a sent payment stands, and the way to keep whom it paid. */
export function SentPayment({ entry, onLeave }: { entry: LedgerEntry; onLeave: () => void }) {
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
