import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useNameProblem } from '@/components/wallet/fields/use-name-problem';
import { useUser } from '@/lib/api/hooks';
import { useProfile } from '@/lib/api/use-profile';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { INVITE_CODE } from '@/lib/constants';
import { NAME_CHARACTERS, normalizeName } from '@/lib/validation/name';
import { ruleByProblem, validationWording } from '@/lib/validation/wording';
import { Invitation, useInvitation } from './invitation';
import { PictureForm } from './picture-form';
import type { ProfileDialogName } from './profile-card';
import { TextForm } from './text-form';

/** Dialog to edit the display name (WAL-11). */
function NameDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallet.profile');
  const nameProblem = useNameProblem();
  const open = useDialogs((state) => state.open === 'editName');
  const { data: user } = useUser();
  const { rename } = useProfile();
  return (
    <Dialog open={open} onClose={onClose} title={t('name.title')} closeLabel={t('close')}>
      <TextForm
        name="name"
        label={t('name.label')}
        hint={t('name.hint', NAME_CHARACTERS)}
        initial={user?.name ?? ''}
        submitLabel={t('name.submit')}
        savedText={t('name.saved')}
        autoComplete="nickname"
        spellCheck={false}
        check={nameProblem}
        save={(text) => rename(normalizeName(text))}
        onSaved={onClose}
      />
    </Dialog>
  );
}

const { characters } = INVITE_CODE;

/** Dialog to set the user's inviter, which can be done only once (WAL-11). */
function InviterDialog({ onClose }: { onClose: () => void }) {
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

/** Dialog to change the account's profile picture (WAL-11, API-8). Closing the dialog aborts an upload in progress. */
function PictureDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallet.profile');
  const open = useDialogs((state) => state.open === 'avatar');
  const { data: user } = useUser();
  return (
    <Dialog open={open} onClose={onClose} title={t('picture.title')} closeLabel={t('close')}>
      {user ? <PictureForm address={user.address} current={user.avatar} onSaved={onClose} /> : null}
    </Dialog>
  );
}

const profileDialogs: readonly ProfileDialogName[] = ['editName', 'addInviter', 'avatar'];

export function ProfileDialogs({ onClose }: { onClose: (dialog: ProfileDialogName) => void }) {
  // Close these dialogs when the session ends, so that none is open after the next sign-in.
  useEffect(() => () => profileDialogs.forEach(closeDialog), []);
  return (
    <>
      <NameDialog onClose={() => onClose('editName')} />
      <InviterDialog onClose={() => onClose('addInviter')} />
      <Invitation />
      <PictureDialog onClose={() => onClose('avatar')} />
    </>
  );
}
