import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import type { NameOf } from './use-person-name';

/** Copies of a room to which accounts have added this one, with actions to switch to one or to delete it. */
export function RoomCopies({
  inviters,
  account,
  nameOf,
  onOpen,
  onDismiss,
}: {
  inviters: readonly Address[];
  account: Address;
  nameOf: NameOf;
  onOpen: (inviter: Address) => void;
  onDismiss: (inviter: Address) => void;
}) {
  const t = useTranslations('wallet.messages.copies');
  return inviters.map((inviter) => (
    <div
      key={inviter}
      role="status"
      className="grid justify-items-start gap-2 border-s-2 border-warning ps-3 text-sm"
    >
      <p>{t(isAddressEqual(inviter, account) ? 'own' : 'other', { name: nameOf(inviter) })}</p>
      <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button size="small" onClick={() => onOpen(inviter)}>
          {t('open')}
        </Button>
        <TextButton onClick={() => onDismiss(inviter)}>{t('dismiss')}</TextButton>
      </span>
    </div>
  ));
}
