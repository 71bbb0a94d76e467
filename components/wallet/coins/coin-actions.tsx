import { useTranslations } from 'next-intl';
import { actionIcons } from '@/components/ui/action-icons';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { routes } from '@/lib/routes';

/** Links to swap, send, or receive a coin. */
export function CoinActions({ coinId }: { coinId: number }) {
  const t = useTranslations('wallet.overview');
  const links = [
    { name: 'swap', href: `${routes.swap}?sell=${coinId}` },
    { name: 'send', href: `${routes.pay}?tab=pay` },
    { name: 'receive', href: `${routes.pay}?coin=${coinId}` },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      {links.map(({ name, href }) => (
        <WalletLink key={name} href={href} className={buttonClass({ size: 'small' })}>
          <Icon path={actionIcons[name]} size={20} />
          {t(name)}
        </WalletLink>
      ))}
    </div>
  );
}
