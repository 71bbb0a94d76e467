import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { type Address, getAddress, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import { shortAddress } from '@/lib/evm/address';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { recipientStop } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { ContactEditor } from './contact-editor';

const SHOWN = 5;

/** Addresses (other than contacts) that the account recently paid from this device, newest first. */
export function RecentRecipients({ account, onPay }: { account: Address; onPay: (address: string) => void }) {
  const t = useTranslations('wallet.contacts');
  const id = useId();
  const ledger = useLedger((state) => state.entries);
  const facts = useRecipientFacts(account);
  const contacts = useContacts((state) => state.entries);
  const [naming, setNaming] = useState<Address | null>(null);
  const paid = ledger.flatMap(({ account: payer, kind, status, recipient }) =>
    payer === account &&
    (kind === 'send' || kind === 'withdraw' || kind === 'sendBalance') &&
    status !== 'failed' &&
    recipient &&
    !isAddressEqual(recipient, account)
      ? getAddress(recipient)
      : [],
  );
  const recent = [...new Set(paid.toReversed())]
    .filter((address) => !contacts.some((contact) => isAddressEqual(contact.address, address)))
    .filter((address) => recipientStop(address, facts, null) === null)
    .slice(0, SHOWN);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-xl">
        {t('recent')}
      </h2>
      <ul className="grid">
        {recent.map((address) => {
          const name = shortAddress(address);
          return (
            <li key={address} className="grid gap-3 border-b border-line py-2">
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="font-mono text-sm">{name}</span>
                <span className="flex items-center gap-4">
                  <Button size="small" aria-label={t('payOf', { name })} onClick={() => onPay(address)}>
                    {t('pay')}
                  </Button>
                  <TextButton label={t('saveOf', { name })} onClick={() => setNaming(address)}>
                    {t('save')}
                  </TextButton>
                </span>
              </div>
              {naming === address ? (
                <ContactEditor address={address} name="" onDone={() => setNaming(null)} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
