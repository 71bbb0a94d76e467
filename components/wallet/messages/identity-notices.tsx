import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/wallet/display/text-button';
import type { IdentityNotice } from '@/lib/messages/protocol/view-types';

/** Warnings about changes to members' devices, with an action to unblock sending. */
export function IdentityNotices({
  notices,
  nameOf,
  onCompare,
  onAccept,
}: {
  notices: readonly IdentityNotice[];
  nameOf: (address: Address) => string;
  onCompare: () => void;
  onAccept: (account: Address) => void;
}) {
  const t = useTranslations('wallet.messages.identity');
  return notices.map(({ account, kind, by }) => {
    const isBlocking = kind !== 'newDevices';
    return (
      <div
        key={`${kind} ${account}`}
        role={isBlocking ? 'alert' : 'status'}
        className={`grid justify-items-start gap-2 border-s-2 ps-3 text-sm ${isBlocking ? 'border-error' : 'border-warning'}`}
      >
        <p>{t(kind, { name: nameOf(account), teller: by ? nameOf(by) : '' })}</p>
        <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <TextButton onClick={onCompare}>{t('compare')}</TextButton>
          <Button size="small" onClick={() => onAccept(account)}>
            {t(isBlocking ? 'accept' : 'understood')}
          </Button>
        </span>
      </div>
    );
  });
}
