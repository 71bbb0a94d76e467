import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { useUser } from '@/lib/api/hooks';
import { useProfile } from '@/lib/api/use-profile';
import { useDialogs } from '@/lib/browser/dialogs';
import { LENGTH_RULE_CHARACTERS } from '@/lib/constants';
import { nameProblem, normalizeName } from '@/lib/validation/name';
import { validationWording } from '@/lib/validation/wording';
import { TextForm } from './text-form';

/** Edits the display name (WAL-11). */
export function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallet.profile');
  const rules = validationWording(useTranslations('validation'));
  const open = useDialogs((state) => state.open === 'editName');
  const { data: user } = useUser();
  const { rename } = useProfile();
  const wording = {
    empty: rules.empty,
    length: rules.length,
    character: t('name.character'),
    address: t('name.address'),
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('name.title')} closeLabel={t('close')}>
      <TextForm
        name="name"
        label={t('name.label')}
        hint={t('name.hint', LENGTH_RULE_CHARACTERS)}
        initial={user?.name ?? ''}
        submitLabel={t('name.submit')}
        savedText={t('name.saved')}
        autoComplete="nickname"
        spellCheck={false}
        check={(text) => {
          const problem = nameProblem(normalizeName(text));
          return problem && wording[problem];
        }}
        save={(text) => rename(normalizeName(text))}
        onSaved={onClose}
      />
    </Dialog>
  );
}
