import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { CheckBox } from '@/components/ui/check-box';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NoteLine } from '@/components/wallet/display/note-line';
import { CopyButton, TextButton } from '@/components/wallet/display/text-button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { notify } from '@/lib/browser/notices';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MAX_NAME_LENGTH } from '@/lib/messages/protocol/content';
import { mayRemove } from '@/lib/messages/protocol/roles';
import type { ConversationView, ParticipantView } from '@/lib/messages/protocol/view-types';
import { routes } from '@/lib/routes';
import { useChosenName } from '@/lib/wallet/contacts/use-account-name';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { ConfirmAction } from './confirm-action';
import { Part } from './part';
import { RecentPeoplePicker } from './people-picker';
import { RoomInvite } from './room-invite';
import { SecurityCode } from './security-code';
import { useMessengerSnapshot } from './use-messenger';
import { useMessengerAction, useReported } from './use-messenger-action';
import type { NameOf } from './use-person-name';

type Props = {
  messenger: Messenger;
  conversation: ConversationView;
  lists: PayLists;
  nameOf: NameOf;
};

function MemberRow({
  member,
  isBlocked,
  ...props
}: Props & {
  member: ParticipantView;
  isBlocked: boolean;
}) {
  const t = useTranslations('wallet.messages.members');
  const chosenText = useTranslations('wallet.chosenName');
  const chosenName = useChosenName();
  const { run } = useMessengerAction();
  const { messenger, conversation, nameOf } = props;
  const { id, ownRole } = conversation;
  const { account, role, isSelf, devices } = member;
  const name = nameOf(account);
  const mayAppoint = ownRole === 'owner' && !isSelf;
  const isRemovable = !isSelf && ownRole !== null && mayRemove(ownRole, role);
  return (
    <li className="grid gap-1 border-b border-line py-2">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className="text-sm text-muted">
        <NoteLine
          notes={[
            { key: 'role', content: t(`role.${role}`) },
            { key: 'devices', content: t('devices', { count: devices.length }) },
            ...(chosenName(account)?.imitates === null
              ? [{ key: 'chosen', content: chosenText('isChosen') }]
              : []),
          ]}
        />
      </span>
      {isSelf ? null : <GroupedAddress address={account} />}
      {isSelf ? null : (
        <div className="flex flex-wrap gap-x-5">
          {mayAppoint ? (
            <TextButton
              label={t(role === 'admin' ? 'demoteOf' : 'appointOf', { name })}
              onClick={() =>
                void run(() => messenger.setRole(id, account, role === 'admin' ? 'member' : 'admin'))
              }
            >
              {t(role === 'admin' ? 'demote' : 'appoint')}
            </TextButton>
          ) : null}
          {isRemovable ? (
            <ConfirmAction
              label={t('remove')}
              question={t('removeQuestion', { name })}
              confirm={t('removeOf', { name })}
              keep={t('keep')}
              onConfirm={() => void run(() => messenger.removeMember(id, account))}
            />
          ) : null}
          <TextButton
            label={t(isBlocked ? 'unblockOf' : 'blockOf', { name })}
            onClick={() => void run(() => messenger.setBlocked(account, !isBlocked))}
          >
            {t(isBlocked ? 'unblock' : 'block')}
          </TextButton>
          <Report {...props} person={account} />
        </div>
      )}
    </li>
  );
}

/** Members of a room. The owner and admins can add more. */
function Members(props: Props) {
  const t = useTranslations('wallet.messages.members');
  const { messenger, conversation } = props;
  const { id, participants, ownRole, inviteEnds } = conversation;
  const { run, isRunning } = useMessengerAction();
  const { blocked } = useMessengerSnapshot(messenger);
  const [added, setAdded] = useState<readonly Address[]>([]);
  const isManager = ownRole === 'owner' || ownRole === 'admin';
  return (
    <Part title={t('title')}>
      <ul className="grid">
        {participants.map((member) => (
          <MemberRow
            key={member.account}
            {...props}
            member={member}
            isBlocked={blocked.some((account) => isAddressEqual(account, member.account))}
          />
        ))}
      </ul>
      {isManager ? (
        <>
          <RecentPeoplePicker
            lists={props.lists}
            chosen={added}
            excluded={participants.map(({ account }) => account)}
            nameOf={props.nameOf}
            onChange={setAdded}
          />
          {added.length > 0 ? (
            <div>
              <Button
                size="small"
                aria-disabled={isRunning}
                onClick={() =>
                  void run(() => messenger.addMembers(id, added)).then((isDone) => isDone && setAdded([]))
                }
              >
                {t('add', { count: added.length })}
              </Button>
            </div>
          ) : null}
          <RoomInvite messenger={messenger} id={id} name={conversation.name} isActive={inviteEnds !== null} />
        </>
      ) : null}
    </Part>
  );
}

function Rename({ messenger, conversation: { id, name } }: Pick<Props, 'messenger' | 'conversation'>) {
  const t = useTranslations('wallet.messages.details');
  const { run } = useMessengerAction();
  const [typed, setTyped] = useState(name);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => messenger.rename(id, typed));
      }}
    >
      <Field
        label={t('name')}
        value={typed}
        onChange={setTyped}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
      />
      <div>
        <Button type="submit" size="small">
          {t('rename')}
        </Button>
      </div>
    </form>
  );
}

/** Form to report an account to the operator, with a reason. */
function Report({ messenger, conversation, nameOf, person }: Props & { person: Address }) {
  const t = useTranslations('wallet.messages.report');
  const { run } = useMessengerAction();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  if (!isOpen)
    return (
      <TextButton label={t('openOf', { name: nameOf(person) })} onClick={() => setOpen(true)}>
        {t('open')}
      </TextButton>
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (reason.trim() === '') return;
        void run(() => messenger.report(person, reason.trim(), conversation.id)).then((isDone) => {
          if (!isDone) return;
          notify('success', t('done'));
          setReason('');
          setOpen(false);
        });
      }}
    >
      <Field
        label={t('reason')}
        hint={t('hint')}
        value={reason}
        onChange={setReason}
        maxLength={1_000}
        {...(isTried && reason.trim() === '' ? { error: t('empty') } : {})}
      />
      <span className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="small">
          {t('send')}
        </Button>
      </span>
    </form>
  );
}

/** Dialog with a conversation's members, security code, and actions. */
export function ConversationDetails({
  isOpen,
  title,
  onClose,
  onGone,
  ...given
}: Props & { isOpen: boolean; title: string; onClose: () => void; onGone: () => void }) {
  const t = useTranslations('wallet.messages.details');
  const { run } = useMessengerAction();
  const report = useReported();
  const { messenger, nameOf } = given;
  const chosenText = useTranslations('wallet.chosenName');
  const chosenName = useChosenName();
  const { isRequest } = given.conversation;
  // Nothing in a room can be changed until the user accepts it.
  const conversation: ConversationView =
    isRequest && given.conversation.ownRole
      ? { ...given.conversation, ownRole: 'member' }
      : given.conversation;
  const props = { ...given, conversation };
  const { id, kind, peer, ownRole, isMuted, isBlocked } = conversation;
  const isRoom = kind === 'room';
  const end = (action: () => Promise<void>) =>
    void run(action).then((isDone) => {
      if (!isDone) return;
      onClose();
      onGone();
    });
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} closeLabel={t('close')}>
      <div className="grid gap-6 pb-2">
        {peer ? (
          <div className="grid gap-1">
            {chosenName(peer)?.imitates === null ? (
              <p className="text-sm text-muted">{chosenText('noProof')}</p>
            ) : null}
            <GroupedAddress address={peer} />
            <span className="flex flex-wrap gap-x-5">
              <CopyButton text={peer} label={t('copyAddress')} />
              <WalletLink href={`${routes.pay}?tab=pay&request=${peer}`}>
                {t('pay', { name: nameOf(peer) })}
              </WalletLink>
            </span>
          </div>
        ) : null}
        <label className="flex min-h-11 items-center gap-3">
          <CheckBox
            checked={isMuted}
            onChange={({ target }) => void report(() => messenger.setMuted(id, target.checked))}
          />
          {t('mute')}
        </label>
        {isRoom && (ownRole === 'owner' || ownRole === 'admin') ? <Rename {...props} /> : null}
        {isRoom ? <Members {...props} /> : null}
        {ownRole === null ? null : (
          <Part title={t('code')}>
            <SecurityCode messenger={messenger} conversation={conversation} />
          </Part>
        )}
        <Part title={t('more')}>
          <div className="grid justify-items-start gap-1">
            {peer ? (
              <>
                <TextButton onClick={() => void report(() => messenger.setBlocked(peer, !isBlocked))}>
                  {t(isBlocked ? 'unblock' : 'block', { name: nameOf(peer) })}
                </TextButton>
                <Report {...props} person={peer} />
              </>
            ) : null}
            {isRoom && ownRole !== null && !isRequest ? (
              <ConfirmAction
                label={t('leave')}
                question={t('leaveQuestion')}
                confirm={t('leave')}
                keep={t('stay')}
                onConfirm={() => end(() => messenger.leave(id))}
              />
            ) : null}
            <ConfirmAction
              label={t('delete')}
              question={t('deleteQuestion')}
              confirm={t('delete')}
              keep={t('keep')}
              onConfirm={() => end(() => messenger.deleteConversation(id))}
            />
          </div>
        </Part>
      </div>
    </Dialog>
  );
}
