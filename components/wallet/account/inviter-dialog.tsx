import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { useProfile } from '@/lib/api/use-profile';
import { useDialogs } from '@/lib/browser/dialogs';
import { INVITE_CODE } from '@/lib/constants';
import { ruleByProblem, validationWording } from '@/lib/validation/wording';
import { useInvitation } from './invitation';
import { TextForm } from './text-form';

const { characters } = INVITE_CODE;

/** Adds, once, who invited the user (WAL-11). */
export function InviterDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallet.profile');
  const rules = validationWording(useTranslations('validation'));
  const open = useDialogs((state) => state.open === 'addInviter');
  const { addInviter } = useProfile();
  const invited = useInvitation((state) => state.code);
  return (
    <Dialog open={open} onClose={onClose} title={t('invite.title')} closeLabel={t('close')}>
      {invited ? <p className="mb-5 text-sm">{t('invite.invited')}</p> : null}
      <TextForm
        key={invited}
        name="code"
        label={t('invite.label')}
        hint={t('invite.hint', { characters })}
        submitLabel={t('invite.submit')}
        savedText={t('invite.saved')}
        initial={invited}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        check={(text) => {
          if (ruleByProblem.empty(text) !== null) return rules.empty;
          return text.trim().length === characters ? null : t('invite.malformed', { characters });
        }}
        save={(text) => addInviter(text.trim())}
        onSaved={onClose}
      />
    </Dialog>
  );
}
