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
  return inviters.map((inviter) => {
    const isOwn = isAddressEqual(inviter, account);
    const name = nameOf(inviter);
    return (
      <div
        key={inviter}
        role="status"
        className="grid justify-items-start gap-2 border-s-2 border-warning ps-3 text-sm"
      >
        <p>{t(isOwn ? 'own' : 'other', { name })}</p>
        <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button
            size="small"
            aria-label={t(isOwn ? 'openOwn' : 'openOf', { name })}
            onClick={() => onOpen(inviter)}
          >
            {t('open')}
          </Button>
          <TextButton
            label={t(isOwn ? 'dismissOwn' : 'dismissOf', { name })}
            onClick={() => onDismiss(inviter)}
          >
            {t('dismiss')}
          </TextButton>
        </span>
      </div>
    );
  });
}
