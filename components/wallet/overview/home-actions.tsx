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

/** The main actions. The primary one is to deposit, or to receive if there is nothing to deposit. */
export function HomeActions({
  isSample = false,
  isEmpty = false,
}: {
  isSample?: boolean;
  isEmpty?: boolean;
}) {
  const t = useTranslations('wallet.overview');
  const links = [
    { name: 'send', href: `${routes.pay}?tab=pay` },
    { name: 'receive', href: routes.pay },
    { name: 'swap', href: routes.swap },
  ] as const;
  return (
    // One row of equal buttons, which wraps if the reader's text spacing leaves too little room.
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <button
        type="button"
        aria-haspopup="dialog"
        data-guide-target="deposit"
        // In the sample, the button isn't the screen's primary action.
        className={actionClass(isSample || isEmpty ? 'outline' : 'signal')}
        onClick={() => openDialog('deposit')}
      >
        <Icon path={actionIcons.deposit} />
        {t('deposit')}
      </button>
      {links.map(({ name, href }) => (
        <WalletLink
          key={name}
          href={href}
          className={actionClass(isEmpty && name === 'receive' ? 'signal' : 'outline')}
        >
          <Icon path={actionIcons[name]} />
          {t(name)}
        </WalletLink>
      ))}
      {isSample ? null : (
        <BuyButton className={actionClass('outline')}>
          <Icon path={actionIcons.buy} />
          {t('buy')}
        </BuyButton>
      )}
    </div>
  );
}
