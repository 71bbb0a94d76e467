'use client';

import { type ComponentType, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useConnection } from 'wagmi';
import { LoginController } from '@/components/wallet/connect/use-login';
import { DepositDialog } from '@/components/wallet/deposit/deposit-dialog';
import { depositDraft, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { WithdrawDialog } from '@/components/wallet/withdraw/withdraw-dialog';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/session/login-mark';
import { useSession } from '@/lib/session/session';
import { TransactionWatcher } from './transaction-watcher';
import { hasConnectParam, takeDemoParam } from './wallet-document';
import { WalletProvider } from './wallet-provider';
import type { WalletSetup } from './wallet-setup';
import '@/components/wallet/connect/connect.css';
import './wallet.css';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/ui/dialog';
import { AccountDialog } from '@/components/wallet/account/account-dialog';
import { Invitation, InvitationCapture, useInvitation } from '@/components/wallet/account/invitation';
import { PictureForm } from '@/components/wallet/account/picture-form';
import type { ProfileDialogName } from '@/components/wallet/account/profile-card';
import { TextForm } from '@/components/wallet/account/text-form';
import { useUser } from '@/lib/api/hooks';
import { useProfile } from '@/lib/api/use-profile';
import { INVITE_CODE, LENGTH_RULE_CHARACTERS } from '@/lib/constants';
import { nameProblem, normalizeName } from '@/lib/validation/name';
import { ruleByProblem, validationWording } from '@/lib/validation/wording';

/** Dialog to edit the display name (WAL-11). */
function NameDialog({ onClose }: { onClose: () => void }) {
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

/** Dialog to change the account's profile picture (WAL-11, API-8). Closing the dialog aborts a running upload. */
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

function ProfileDialogs({ onClose }: { onClose: (dialog: ProfileDialogName) => void }) {
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

/** The account dialog and the profile dialogs. Closing a profile dialog returns to the account dialog. */
function AccountDialogs() {
  const id = useId();
  const loggedIn = useSession((state) => state.token !== null);
  const lastOpened = useRef<ProfileDialogName>(null);
  const idOf = (dialog: ProfileDialogName) => `${id}-${dialog}`;
  return (
    <>
      <InvitationCapture />
      <AccountDialog
        idOf={idOf}
        onOpen={(dialog) => {
          lastOpened.current = dialog;
          openDialog(dialog);
        }}
        firstFocus={() => {
          const dialog = lastOpened.current;
          lastOpened.current = null;
          return dialog && document.getElementById(idOf(dialog));
        }}
      />
      {loggedIn ? (
        <ProfileDialogs
          onClose={(dialog) => {
            closeDialog(dialog);
            openDialog('wallet');
          }}
        />
      ) : null}
    </>
  );
}

/** Loads the search when it is first opened. */
function LazySearch() {
  const t = useTranslations('wallet.search');
  const open = useDialogs((state) => state.open === 'search');
  const [loaded, setLoaded] = useState<{ Search: ComponentType } | null>(null);
  const onFailure = useEffectEvent(() => {
    closeDialog('search');
    notify('error', t('failed'));
  });
  useEffect(() => {
    if (!open || loaded) return;
    import('@/components/wallet/search/search-dialog').then(
      ({ SearchDialog }) => setLoaded({ Search: SearchDialog }),
      () => onFailure(),
    );
  }, [open, loaded]);
  return loaded ? <loaded.Search /> : null;
}

function Dialogs() {
  const loggedIn = useSession((state) => state.token !== null);
  const { isConnected } = useConnection();
  const resume = useEffectEvent(() => {
    if (loggedIn && depositDraft.useDraft.getState().open) openDialog('deposit');
    else if (loggedIn && withdrawDraft.useDraft.getState().open) openDialog('withdraw');
    else if (!loggedIn && ((isConnected && isLoginMarked()) || hasConnectParam() || takeDemoParam()))
      openDialog('wallet');
  });
  useEffect(() => resume(), []);

  return (
    <>
      <LoginController />
      <AccountDialogs />
      {loggedIn ? <DepositDialog /> : null}
      {loggedIn ? <WithdrawDialog /> : null}
      <LazySearch />
      <TransactionWatcher />
    </>
  );
}

/** The dialogs and background tasks of a connected wallet. Loaded once per page, after the connect dialog opens. */
export function WalletRoot({ setup, locale }: { setup: WalletSetup; locale: Locale }) {
  const { demo } = setup;
  return (
    <WalletProvider setup={setup} locale={locale}>
      <Dialogs />
      {demo ? <demo.Sheet /> : null}
    </WalletProvider>
  );
}
