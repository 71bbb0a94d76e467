import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import { PersonLine } from '@/components/wallet/fields/person-line';
import { useRecentPeople } from '@/lib/wallet/activity/use-recent-people';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { ContactEditor } from './contact-editor';

const SHOWN = 5;

/** People (other than contacts) whom the account paid or was paid by, newest first. */
export function RecentRecipients({ lists, onPay }: { lists: PayLists; onPay: (address: string) => void }) {
  const t = useTranslations('wallet.contacts');
  const id = useId();
  const recent = useRecentPeople(lists).slice(0, SHOWN);
  const accountName = useAccountName(useVerifiedNames(recent));
  const [naming, setNaming] = useState<Address | null>(null);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-xl">
        {t('recent')}
      </h2>
      <ul className="grid">
        {recent.map((address) => {
          const name = accountName(address, true);
          return (
            <li key={address} className="grid gap-3 border-b border-line py-2">
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="flex min-w-0 items-center gap-3">
                  <PersonLine address={address} name={accountName(address)} />
                </span>
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
