import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { routes } from '@/lib/routes';
import { usePaymentHistory } from '@/lib/wallet/activity/use-recent-people';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import type { PayLists } from '@/lib/wallet/pay/pay-params';

/**
 * What the user knows of the person behind a request: from the contacts, and from payments that the chains show. Mounted
 * only with a request, because it reads all chains.
 */
function KnownPerson({
  person,
  name,
  kind,
  lists,
}: {
  person: Address;
  name: string;
  kind: 'direct' | 'room';
  lists: PayLists;
}) {
  const t = useTranslations('wallet.messages.request');
  const notice = useTranslations('wallet.notice');
  const isContact = useContacts(({ entries }) =>
    entries.some(({ address }) => isAddressEqual(address as Address, person)),
  );
  const history = usePaymentHistory(lists);
  const [hasPaid, wasPaid] = [history.paid, history.paidBy].map((people) =>
    people.some((one) => isAddressEqual(one, person)),
  );
  const paid = hasPaid && wasPaid ? 'each' : hasPaid ? 'sent' : wasPaid ? 'received' : null;
  return (
    <>
      <p className="text-sm">
        {t(kind === 'room' ? 'room' : isContact ? 'contact' : paid === null ? 'direct' : 'known', { name })}
      </p>
      {paid === null ? null : (
        <p role="status" className="text-sm">
          {t(`paid.${paid}`)} <WalletLink href={routes.activity}>{notice('showActivity')}</WalletLink>
        </p>
      )}
    </>
  );
}

/** Asks whether to accept a conversation that somebody started. */
export function RequestBar({
  person,
  name,
  kind,
  lists,
  onAccept,
  onDecline,
  onBlock,
}: {
  /** Who started it, or null if it isn't known. */
  person: Address | null;
  name: string;
  /** `ownDevice`: another device of the account has invited to a room. */
  kind: 'direct' | 'room' | 'ownDevice';
  lists: PayLists;
  onAccept: () => void;
  onDecline: () => void;
  onBlock: () => void;
}) {
  const t = useTranslations('wallet.messages.request');
  return (
    <section aria-label={t('label')} className="grid gap-3 border-t border-line pt-4 pb-2">
      {person && kind !== 'ownDevice' ? (
        <KnownPerson person={person} name={name} kind={kind} lists={lists} />
      ) : (
        <p className="text-sm">{t(kind, { name })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="primary" onClick={onAccept}>
          {t('accept')}
        </Button>
        <Button size="small" onClick={onDecline}>
          {t('decline')}
        </Button>
        {kind !== 'ownDevice' && (
          <Button size="small" variant="plain" onClick={onBlock}>
            {t('block')}
          </Button>
        )}
      </div>
    </section>
  );
}
