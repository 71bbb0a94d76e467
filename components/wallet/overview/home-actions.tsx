import { useTranslations } from 'next-intl';
import { actionIcons } from '@/components/ui/action-icons';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { BuyButton } from '@/components/wallet/frame/buy';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { openDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';

const actionClass = (variant: 'signal' | 'outline') =>
  buttonClass({
    variant,
    size: 'small',
    className: 'min-h-18! flex-1 basis-14 flex-col gap-1.5! px-1! max-sm:text-xs!',
  });

/** The main actions. The primary one is to send, or to receive if there is nothing to send. */
export function HomeActions({
  isSample = false,
  isEmpty = false,
}: {
  isSample?: boolean;
  isEmpty?: boolean;
}) {
  const t = useTranslations('wallet.overview');
  // In the sample, no button is the screen's primary action.
  const primary = isSample ? null : isEmpty ? 'receive' : 'send';
  const links = [
    { name: 'send', href: `${routes.pay}?tab=pay` },
    { name: 'receive', href: routes.pay },
    { name: 'swap', href: routes.swap },
  ] as const;
  return (
    // One row of equal buttons, which wraps if the reader's text spacing leaves too little room.
    <div className="flex flex-wrap gap-2 sm:gap-3">
      {links.map(({ name, href }) => (
        <WalletLink key={name} href={href} className={actionClass(name === primary ? 'signal' : 'outline')}>
          <Icon path={actionIcons[name]} />
          {t(name)}
        </WalletLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        data-guide-target="deposit"
        className={actionClass('outline')}
        onClick={() => openDialog('deposit')}
      >
        <Icon path={actionIcons.deposit} />
        {t('deposit')}
      </button>
      {isSample ? null : (
        <BuyButton className={actionClass('outline')}>
          <Icon path={actionIcons.buy} />
          {t('buy')}
        </BuyButton>
      )}
    </div>
  );
}
