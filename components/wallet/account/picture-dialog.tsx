import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { useUser } from '@/lib/api/hooks';
import { useDialogs } from '@/lib/browser/dialogs';
import { PictureForm } from './picture-form';

/** Changes the account's picture (WAL-11, API-8). Closing it stops an upload that is under way. */
export function PictureDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallet.profile');
  const open = useDialogs((state) => state.open === 'avatar');
  const { data: user } = useUser();
  return (
    <Dialog open={open} onClose={onClose} title={t('picture.title')} closeLabel={t('close')}>
      {user ? <PictureForm address={user.address} current={user.avatar} onSaved={onClose} /> : null}
    </Dialog>
  );
}
