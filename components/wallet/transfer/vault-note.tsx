import { useTranslations } from 'next-intl';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { closeDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';

/** Says that the vault pays nothing, with a link to what does. The link closes the deposit form. */
export function VaultNote() {
  const t = useTranslations('wallet');
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {t('transfer.vaultNote')}
      <WalletLink href={routes.earn} onClick={() => closeDialog('deposit')}>
        {t('sheet.next.earn')}
      </WalletLink>
    </p>
  );
}
