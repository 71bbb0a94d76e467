import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { ImitatedNameWarning } from '@/components/wallet/fields/recipient-warnings';
import { shortAddress } from '@/lib/evm/address';
import { skeleton } from '@/lib/evm/token-text';
import { checkRecipient } from '@/lib/wallet/contacts/recipient';
import { useChosenName } from '@/lib/wallet/contacts/use-account-name';
import { useRecipientFacts } from '@/lib/wallet/contacts/use-recipient-facts';

/** Warns about people whose chosen name, or whose address, looks like a known one or like another person's (HUB-9). */
export function LookAlikeWarnings({ account, people }: { account: Address; people: readonly Address[] }) {
  const t = useTranslations('wallet.chosenName');
  const facts = useRecipientFacts(account);
  const chosenName = useChosenName();
  const firstOf = new Map<string, Address>();
  return people.map((person) => {
    const { lookAlike } = checkRecipient(person, facts, null);
    const chosen = chosenName(person);
    // Names without letters and digits, such as emoji, have no skeleton.
    const look = chosen && (skeleton(chosen.name) || chosen.name);
    const first = look === null ? undefined : firstOf.get(look);
    if (look !== null && first === undefined) firstOf.set(look, person);
    if (lookAlike === null)
      return first === undefined || chosen?.imitates ? (
        <ImitatedNameWarning key={person} address={person} />
      ) : (
        <p key={person} role="alert" className="border-s-2 border-warning ps-3 text-sm">
          {t('sameName', { address: shortAddress(person), other: shortAddress(first) })}
        </p>
      );
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
