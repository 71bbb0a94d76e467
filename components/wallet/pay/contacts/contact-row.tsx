import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import { useSwapFocus } from '@/components/wallet/display/use-swap-focus';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import type { Contact } from '@/lib/wallet/contacts/contacts';
import { deleteContact } from '@/lib/wallet/contacts/contacts';
import type { RecipientStop } from '@/lib/wallet/contacts/recipient';
import { ContactEditor } from './contact-editor';

/** One contact, with buttons to pay, rename, or delete it. Deleting requires a confirmation. */
export function ContactRow({
  contact,
  stop,
  onPay,
  onDeleted,
}: {
  contact: Contact;
  /** Why nothing can be sent to the address, or null. If so, the contact can only be deleted. */
  stop: RecipientStop | null;
  onPay: (address: string) => void;
  /** Called after the contact is deleted. Must move focus, because the focused row was removed. */
  onDeleted: () => void;
}) {
  const t = useTranslations('wallet.contacts');
  const recipientText = useTranslations('wallet.recipient.problem');
  const { name, address } = contact;
  const [mode, setMode] = useState<'shown' | 'edited' | 'deleted'>('shown');
  const row = useRef<HTMLDivElement>(null);
  useSwapFocus(row, mode !== 'shown');
  const remove = () => {
    if (!deleteContact(address)) notify('warning', t('notKept'));
    onDeleted();
  };
  if (mode === 'edited')
    return (
      <li className="border-b border-line py-4">
        <ContactEditor address={address} name={name} onDone={() => setMode('shown')} />
      </li>
    );
  return (
    <li className="border-b border-line py-2">
      <div ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="grid min-w-0">
          <bdi className="wrap-anywhere">{name}</bdi>
          <span className="font-mono text-xs text-muted">{shortAddress(address)}</span>
        </span>
        {mode === 'deleted' ? (
          <span className="flex items-center gap-3">
            <Button size="small" onClick={() => setMode('shown')}>
              {t('keep')}
            </Button>
            <Button size="small" aria-label={t('deleteOf', { name })} onClick={remove}>
              {t('delete')}
            </Button>
          </span>
        ) : (
          <span className="flex items-center gap-4">
            {stop ? null : (
              <>
                <Button size="small" aria-label={t('payOf', { name })} onClick={() => onPay(address)}>
                  {t('pay')}
                </Button>
                <TextButton label={t('editOf', { name })} onClick={() => setMode('edited')}>
                  {t('edit')}
                </TextButton>
              </>
            )}
            <TextButton label={t('deleteOf', { name })} onClick={() => setMode('deleted')}>
              {t('delete')}
            </TextButton>
          </span>
        )}
      </div>
      {stop ? <p className="pb-2 text-sm text-error">{recipientText(stop)}</p> : null}
    </li>
  );
}
