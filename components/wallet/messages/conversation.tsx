import { useTranslations } from 'next-intl';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { type Address, isAddress, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Avatar } from '@/components/wallet/display/avatar';
import { StrangerName } from '@/components/wallet/ens/name-lookup';
import { hasDapps } from '@/lib/content/dapps';
import { shortAddress } from '@/lib/evm/address';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { PlainImage } from '@/lib/messages/protocol/content';
import type { ConversationView, MessageView } from '@/lib/messages/protocol/view-types';
import { putPaymentMessage, usePaymentMessages } from '@/lib/messages/views/payment-messages';
import { useOpenPeople } from '@/lib/wallet/contacts/open-people';
import { useChosenName } from '@/lib/wallet/contacts/use-account-name';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import { CallButton, writeStop } from './call-button';
import { Composer, type Composing } from './composer';
import { ConversationDetails } from './conversation-details';
import { useConversationText } from './conversation-text';
import { DappDialog } from './dapp-card';
import { IdentityNotices } from './identity-notices';
import { LookAlikeWarnings } from './look-alike-warnings';
import type { MessageActions } from './message-bubble';
import type { ImageContext } from './message-image';
import { MessageList, type Target } from './message-list';
import type { MoneyContext } from './money-cards';
import { RequestDialog, SendDialog } from './money-dialogs';
import { UnsentPayments } from './payment-messages';
import { RequestBar } from './request-bar';
import { SendImageDialog } from './send-image-dialog';
import { useMessengerAction, useReported } from './use-messenger-action';

const NEW: Composing = { kind: 'new' };
const BACK = 'M12.500 4.500 7 10l5.500 5.500';

/** One conversation: header, messages, and composer. */
export function Conversation({
  messenger,
  conversation,
  lists,
  target,
  onTarget,
  heading,
  isRevoked,
  onBack,
}: {
  messenger: Messenger;
  conversation: ConversationView;
  lists: PayLists;
  target: Target | null;
  onTarget: (target: Target) => void;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Whether the account has revoked this browser's device, which makes the conversation read-only. */
  isRevoked: boolean;
  onBack: () => void;
}) {
  const t = useTranslations('wallet.messages');
  const chosenText = useTranslations('wallet.chosenName');
  const chosenName = useChosenName();
  const { account } = messenger;
  const { id, kind, peer, participants, isRequest, identity, invitedBy, typing } = conversation;
  const { title, nameOf } = useConversationText(account);
  const { run } = useMessengerAction();
  const report = useReported();
  const [composing, setComposing] = useState<Composing>(NEW);
  const [isShowingDetails, setShowingDetails] = useState(false);
  const [moneyDialog, setMoneyDialog] = useState<'send' | 'request' | null>(null);
  const [isSharingDapp, setSharingDapp] = useState(false);
  // Kept while the dialog's closing animation runs.
  const [paying, setPaying] = useState<MessageView | null>(null);

  const [imageFile, setImageFile] = useState<File | null>(null);
  const waiting = usePaymentMessages((state) => state.entries);

  const timeline = useMemo(() => messenger.timeline(id), [messenger, id]);
  useEffect(() => {
    if (target !== null) void timeline.loadTo(target.sequence);
  }, [timeline, target]);

  const actions = useMemo<MessageActions>(
    () => ({
      onReply: (message) => setComposing({ kind: 'reply', message }),
      onEdit: (message) => setComposing({ kind: 'edit', message }),
      onReact: (message, emoji) => void report(() => messenger.react(id, message.reference, emoji)),
      onDelete: (message) => void report(() => messenger.deleteMessage(id, message.reference)),
      onRetry: (message) => void report(() => messenger.retry(id, message.reference)),
      onDiscard: (message) => void report(() => messenger.discard(id, message.reference)),
      onShow: ({ id: wanted }) => {
        const found = timeline
          .getSnapshot()
          .items.find((item) => item.kind === 'message' && item.reference.id === wanted);
        if (found) onTarget({ conversation: id, sequence: found.sequence });
      },
    }),
    [messenger, id, timeline, report, onTarget],
  );

  const stop = writeStop(conversation, isRevoked);
  const send = (text: string): Promise<boolean> =>
    report(async () => {
      if (composing.kind === 'edit') await messenger.edit(id, composing.message.reference, text);
      else
        await messenger.send(id, {
          type: 'text',
          text,
          ...(composing.kind === 'reply' ? { replyTo: composing.message.reference } : {}),
        });
      setComposing(NEW);
    });
  const canWrite = !isRequest && stop === null;
  // Otherwise, a dialog would reopen once the user accepts another group, with another recipient.
  if (!canWrite && moneyDialog !== null) setMoneyDialog(null);
  // Joined to a string, because `participants` is a new array after each change.
  const members = (peer ? [account, peer] : participants.map((person) => person.account)).join();
  const people = useMemo(
    () => members.split(',').filter((member) => isAddress(member, { strict: false })),
    [members],
  );
  const others = people.filter((person) => person !== account);
  useEffect(() => {
    const named = canWrite ? people.map((address) => ({ address, name: nameOf(address, 'exact') })) : [];
    useOpenPeople.setState({ people: named });
    return () => useOpenPeople.setState({ people: [] });
  }, [people, nameOf, canWrite]);
  const pay = useCallback((message: MessageView | null) => {
    setPaying(message);
    setMoneyDialog('send');
  }, []);
  const money = useMemo<MoneyContext>(
    () => ({
      lists,
      people,
      nameOf,
      isRequest,
      unsent: waiting.flatMap(({ conversation, pays, sent }) =>
        conversation === id && sent === undefined && pays ? [pays] : [],
      ),
      onPay: canWrite ? pay : null,
    }),
    [lists, people, nameOf, isRequest, waiting, id, canWrite, pay],
  );
  const images = useMemo<ImageContext>(
    () => ({
      loadsOnClick: isRequest,
      read: (message) => messenger.readImage(id, message),
      progress: messenger,
    }),
    [messenger, id, isRequest],
  );
  const sendImage = (image: PlainImage, description: string): Promise<boolean> =>
    report(async () => {
      await messenger.sendImage(id, image, {
        ...(description === '' ? {} : { description }),
        ...(composing.kind === 'reply' ? { replyTo: composing.message.reference } : {}),
      });
      setComposing(NEW);
      setImageFile(null);
    });
  const takesImages = canWrite && composing.kind !== 'edit';
  const name = title(conversation);
  const typist = typing[0];
  return (
    <section
      aria-label={name}
      onDragOver={(event) => {
        // Otherwise, the browser would navigate to the dropped file.
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        if (takesImages) setImageFile(file);
      }}
      className="flex h-full min-h-0 flex-col"
    >
      <header className="flex flex-wrap items-center gap-2 border-b border-line pb-3">
        <button
          type="button"
          aria-label={t('back')}
          onClick={onBack}
          className="icon-button -ms-2 size-11 lg:hidden"
        >
          <Icon path={BACK} size={20} />
        </button>
        <span className="max-sm:hidden">
          <Avatar address={peer ?? id} src={null} size={40} />
        </span>
        <div className="grid min-w-0 flex-1">
          <h2 ref={heading} tabIndex={-1} className="truncate text-lg outline-none">
            <bdi>{name}</bdi>
          </h2>
          <div className="truncate text-sm text-muted" aria-live="polite">
            {/* Marks rooms, because a room can have the name of a contact. */}
            {kind === 'room' ? (
              [
                t('room'),
                typist ? t('typing', { name: nameOf(typist) }) : t('people', { count: participants.length }),
              ].join(' · ')
            ) : peer && chosenName(peer)?.imitates === null ? (
              <>
                {/* On phones, the quotation marks say so, and the address fits. */}
                <span className="max-sm:hidden">{chosenText('isChosen')} · </span>
                {shortAddress(peer)}
                {typist ? ` · ${t('typing', { name: nameOf(typist) })}` : null}
              </>
            ) : typist ? (
              t('typing', { name: nameOf(typist) })
            ) : peer ? (
              <StrangerName address={peer} />
            ) : null}
          </div>
        </div>
        <CallButton conversation={conversation} name={name} isRevoked={isRevoked} />
        <Button
          size="small"
          aria-haspopup="dialog"
          className="max-sm:px-3!"
          onClick={() => setShowingDetails(true)}
        >
          {t('details.open')}
        </Button>
      </header>
      <div className="grid gap-3 empty:hidden [&:not(:empty)]:py-3">
        <IdentityNotices
          notices={identity}
          nameOf={nameOf}
          onCompare={() => setShowingDetails(true)}
          onAccept={(changed: Address) => void report(() => messenger.acceptIdentity(changed, id))}
        />
        <LookAlikeWarnings account={account} people={others} />
        <UnsentPayments conversation={id} />
      </div>
      <MessageList
        account={account}
        timeline={timeline}
        nameOf={nameOf}
        isRoom={kind === 'room'}
        actions={canWrite ? actions : null}
        money={money}
        images={images}
        target={target}
        // Messages of a request stay unread until it is accepted, and are read then.
        unread={isRequest ? 0 : conversation.unread}
        onRead={() => void report(() => messenger.markRead(id))}
      />
      {isRequest ? (
        <RequestBar
          person={invitedBy ?? peer}
          lists={lists}
          name={invitedBy ? nameOf(invitedBy) : name}
          kind={kind === 'room' && invitedBy && isAddressEqual(invitedBy, account) ? 'ownDevice' : kind}
          onAccept={() => void run(() => messenger.acceptRequest(id, invitedBy))}
          onDecline={() =>
            void run(() => messenger.declineRequest(id, invitedBy)).then((isDone) => isDone && onBack())
          }
          onBlock={() => {
            const stranger = peer ?? invitedBy;
            if (!stranger) return;
            void run(async () => {
              await messenger.setBlocked(stranger, true);
              await messenger.declineRequest(id, invitedBy);
            }).then((isDone) => isDone && onBack());
          }}
        />
      ) : (
        <Composer
          // Remounts the composer for another conversation or another message to edit, which has its own text.
          key={`${id} ${composing.kind === 'edit' ? composing.message.sequence : ''}`}
          draft={conversation.draft}
          composing={composing}
          replyName={composing.kind === 'new' ? '' : nameOf(composing.message.by)}
          stop={stop && t(`stop.${stop}`)}
          onSend={send}
          onMoney={canWrite ? (kind) => (kind === 'send' ? pay(null) : setMoneyDialog(kind)) : null}
          onDapp={canWrite && hasDapps ? () => setSharingDapp(true) : null}
          onImage={takesImages ? setImageFile : null}
          onCancel={() => setComposing(NEW)}
          onDraft={(text) => void report(() => messenger.setDraft(id, text))}
          onTyping={() => void messenger.setTyping(id).catch(() => undefined)}
        />
      )}
      <SendDialog
        isOpen={moneyDialog === 'send'}
        lists={lists}
        people={others}
        paying={paying}
        nameOf={nameOf}
        onClose={() => setMoneyDialog(null)}
        onSent={(paymentId) =>
          putPaymentMessage({
            ...{ account, conversation: id, paymentId },
            ...(paying ? { pays: paying.reference } : {}),
          })
        }
      />
      <RequestDialog
        isOpen={moneyDialog === 'request'}
        lists={lists}
        size={participants.length}
        onClose={() => setMoneyDialog(null)}
        onAsk={(request) =>
          void run(async () => {
            await messenger.send(id, { type: 'request', ...request });
            setMoneyDialog(null);
          })
        }
      />
      <DappDialog
        isOpen={isSharingDapp}
        onClose={() => setSharingDapp(false)}
        onShare={(body) =>
          void run(async () => {
            await messenger.send(id, body);
            setSharingDapp(false);
          })
        }
      />
      <SendImageDialog file={imageFile} onClose={() => setImageFile(null)} onSend={sendImage} />
      <ConversationDetails
        isOpen={isShowingDetails}
        messenger={messenger}
        conversation={conversation}
        lists={lists}
        title={name}
        nameOf={nameOf}
        onClose={() => setShowingDetails(false)}
        onGone={onBack}
      />
    </section>
  );
}
