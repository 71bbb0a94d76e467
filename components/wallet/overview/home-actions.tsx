import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { openDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';

/** Icon paths for a 24 × 24 view box. */
export const icons = {
  deposit: 'M12 4v10.500m-4.500-4.500 4.500 4.500 4.500-4.500M4 15.500V20h16v-4.500',
  send: 'M6 18 18 6M9 6h9v9',
  receive: 'M18 6 6 18m0-9v9h9',
  swap: 'M4 8.500h15m-4-4 4 4-4 4M20 15.500H5m4-4-4 4 4 4',
} as const;

const actionClass = (variant: 'signal' | 'outline') =>
  buttonClass({
    variant,
    size: 'small',
    className: 'min-h-18! flex-1 basis-16 flex-col gap-1.5! px-1! max-sm:text-xs!',
  });

/** The four main actions. */
export function HomeActions({ isSample = false }: { isSample?: boolean }) {
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
        className={actionClass(isSample ? 'outline' : 'signal')}
        onClick={() => openDialog('deposit')}
      >
        <Icon path={icons.deposit} />
        {t('deposit')}
      </button>
      {links.map(({ name, href }) => (
        <WalletLink key={name} href={href} className={actionClass('outline')}>
          <Icon path={icons[name]} />
          {t(name)}
        </WalletLink>
      ))}
    </div>
  );
}
