import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { ImitatedNameWarning } from '@/components/wallet/fields/recipient-warnings';
import { checkRecipient } from '@/lib/wallet/contacts/recipient';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';

/** Warns about people whose chosen name, or whose address, looks like a known one (HUB-9). */
export function LookAlikeWarnings({ account, people }: { account: Address; people: readonly Address[] }) {
  const t = useTranslations('wallet.chosenName');
  const facts = useRecipientFacts(account);
  return people.map((person) => {
    const { lookAlike } = checkRecipient(person, facts, null);
    if (lookAlike === null) return <ImitatedNameWarning key={person} address={person} />;
    return (
      <div key={person} role="alert" className="grid gap-1 border-s-2 border-warning ps-3 text-sm">
        <p>{t('lookAlike')}</p>
        <GroupedAddress address={person} other={lookAlike} />
        <p>{t('known')}</p>
        <GroupedAddress address={lookAlike} other={person} />
      </div>
    );
  });
}
