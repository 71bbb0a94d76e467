import { useTranslations } from 'next-intl';
import { ElsewhereNote } from '@/components/wallet/display/elsewhere-note';
import { routes } from '@/lib/routes';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { BuyButton } from './buy';
import { WalletLink } from './wallet-link';

/**
 * Says why a form can't be used. If the wallet has none of `missing`, it says where else the wallet has some, and links lead to where
 * the user can get it.
 */
export function ClosedNote({
  text,
  missing,
}: {
  text: string;
  missing?: (ListedToken & { chainId: number }) | undefined;
}) {
  const t = useTranslations('wallet.overview');
  return (
    <div className="border-s-2 border-warning ps-3 text-sm">
      <p>{text}</p>
      {missing ? <ElsewhereNote token={missing} chainId={missing.chainId} amount={1n} /> : null}
      {missing ? (
        <p className="flex flex-wrap gap-x-5">
          <WalletLink href={`${routes.pay}?coin=${missing.coinId}`}>{t('receive')}</WalletLink>
          <WalletLink href={`${routes.swap}?buy=${missing.coinId}`}>{t('swap')}</WalletLink>
          <BuyButton wanted={missing} />
        </p>
      ) : null}
    </div>
  );
}
