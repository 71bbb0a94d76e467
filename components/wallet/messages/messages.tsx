'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { useWebsite } from '@/lib/api/hooks';
import { pushPageParams, updatePageParams, usePageParams } from '@/lib/browser/page-params';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { Conversation } from './conversation';
import { ConversationBoundary } from './conversation-boundary';
import { ConversationList } from './conversation-list';
import { useConversationText } from './conversation-text';
import { Invitations, InviteNotice, InviteWaits, useInviteCode } from './invite-notice';
import type { Target } from './message-list';
import { MessageSearch } from './message-search';
import { MessagesSettings } from './messages-settings';
import { MessagesSkeleton } from './messages-skeleton';
import { NamePrompt } from './name-prompt';
import { NewConversation } from './new-conversation';
import { SampleMessages } from './sample-messages';
import { StartDevice } from './start-device';
import { useMessenger, useMessengerSnapshot } from './use-messenger';
import './messages.css';

/**
 * React hook that moves the focus when the focused element disappears, as on phones: to the title of an opened
 * conversation, and back to the list when it closes.
 */
function useConversationFocus(opened: ConversationId | null) {
  const list = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const before = useRef(opened);
  useEffect(() => {
    const closed = before.current;
    before.current = opened;
    if (closed === opened) return;
    if (opened !== null && !list.current?.checkVisibility()) heading.current?.focus({ preventScroll: true });
    if (opened === null && document.activeElement === document.body) {
      // The list has no rows while search results are shown.
      const row = document.getElementById(`conversation-${closed}`) ?? opener.current;
      if (row instanceof HTMLElement) row.focus();
    }
  }, [opened]);
  return { list, heading, opener };
}

/** The conversation list and the open conversation. Phones show one at a time. */
function Conversations({ messenger, lists }: { messenger: Messenger; lists: AccountViewProps }) {
  const t = useTranslations('wallet.messages');
  const snapshot = useMessengerSnapshot(messenger);
  const { account } = messenger;
  const { phase, conversations, isOnline, isCaughtUp } = snapshot;
  const { title, nameOf } = useConversationText(account);
  const params = usePageParams();
  const opened = params.get('conversation');
  const [dialog, setDialog] = useState<'new' | 'settings' | null>(null);
  const [chosenTab, setTab] = useState<'conversations' | 'requests' | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const { list: listFrame, heading, opener } = useConversationFocus(opened);

  const requests = conversations.filter(({ isRequest, isBlocked }) => isRequest && !isBlocked);
  const accepted = conversations.filter(({ isRequest }) => !isRequest);
  // Until a tab is chosen, people whose only messages are requests see those.
  const tab = chosenTab ?? (accepted.length === 0 && requests.length > 0 ? 'requests' : 'conversations');
  const current = conversations.find(({ id }) => id === opened);
  const open = (id: ConversationId, sequence: number | null = null) => {
    opener.current = document.activeElement;
    setDialog(null);
    setTarget(sequence === null ? null : { conversation: id, sequence });
    if (id !== opened) pushPageParams({ conversation: id });
  };
  const close = () => updatePageParams({ conversation: null });

  if (phase === 'starting')
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <MessagesSkeleton />
        </Placeholder>
      </>
    );
  if (phase === 'unavailable') return <p className="measure">{t('unavailable')}</p>;
  if (phase === 'noDevice')
    return (
      <div className="grid gap-8">
        <InviteWaits />
        <StartDevice messenger={messenger} />
      </div>
    );
  const list = (
    <ConversationList
      lists={lists}
      label={t('conversations')}
      conversations={accepted}
      current={current?.id ?? null}
      empty={t('empty')}
      onOpen={open}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div ref={listFrame} className={`grid content-start gap-5 ${current ? 'max-lg:hidden' : ''}`}>
        {phase === 'revoked' ? (
          <p role="status" className="border-s-2 border-warning ps-3 text-sm">
            {t('revoked')}
          </p>
        ) : null}
        <p role="status" className="text-sm text-muted empty:hidden">
          {isOnline ? (isCaughtUp ? null : t('catchingUp')) : t('offline')}
        </p>
        <InviteNotice messenger={messenger} nameOf={nameOf} />
        <Invitations messenger={messenger} invitations={snapshot.invitations} nameOf={nameOf} />
        {phase === 'ready' && snapshot.settings.sharedName === null ? (
          <NamePrompt messenger={messenger} />
        ) : null}
        <div className="flex flex-wrap gap-3">
          {phase === 'ready' ? (
            <Button size="small" variant="primary" aria-haspopup="dialog" onClick={() => setDialog('new')}>
              {t('new')}
            </Button>
          ) : null}
          <Button size="small" aria-haspopup="dialog" onClick={() => setDialog('settings')}>
            {t('settings.title')}
          </Button>
        </div>
        <MessageSearch
          messenger={messenger}
          titleOf={(id) => {
            const found = conversations.find((conversation) => conversation.id === id);
            return found ? title(found) : '';
          }}
          nameOf={nameOf}
          onOpen={({ conversationId, sequence }) => open(conversationId, sequence)}
        >
          {requests.length > 0 || tab === 'requests' ? (
            <Tabs
              label={t('kinds')}
              tabs={[
                { value: 'conversations', label: t('conversations') },
                { value: 'requests', label: t('requests', { count: requests.length }) },
              ]}
              value={tab}
              onChange={setTab}
            >
              {tab === 'requests' ? (
                <ConversationList
                  lists={lists}
                  label={t('requests', { count: requests.length })}
                  conversations={requests}
                  current={current?.id ?? null}
                  empty={t('noRequests')}
                  onOpen={open}
                />
              ) : (
                list
              )}
            </Tabs>
          ) : (
            list
          )}
        </MessageSearch>
      </div>
      <div
        className={
          current ? 'open-conversation' : 'open-conversation max-lg:hidden lg:grid lg:content-center'
        }
      >
        {current ? (
          <ConversationBoundary key={current.id} messenger={messenger} conversation={current} onBack={close}>
            <Conversation
              messenger={messenger}
              conversation={current}
              lists={lists}
              target={target?.conversation === current.id ? target : null}
              onTarget={setTarget}
              heading={heading}
              isRevoked={phase === 'revoked'}
              onBack={close}
            />
          </ConversationBoundary>
        ) : (
          <EmptyState>{t('choose')}</EmptyState>
        )}
      </div>
      <NewConversation
        isOpen={dialog === 'new'}
        messenger={messenger}
        lists={lists}
        onClose={() => setDialog(null)}
        onOpened={open}
      />
      <MessagesSettings
        isOpen={dialog === 'settings' || params.get('show') === 'settings'}
        messenger={messenger}
        snapshot={snapshot}
        onClose={() => {
          setDialog(null);
          updatePageParams({ show: null });
        }}
      />
    </div>
  );
}

function MessagesPanel(lists: AccountViewProps) {
  const { account } = lists;
  const t = useTranslations('wallet.messages');
  const website = useWebsite();
  const site = website.data?.messages?.site;
  const { data: messenger, error, mutate } = useMessenger(account);
  if (website.error && !website.data)
    return <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void website.mutate()} />;
  if (website.data && !site) return <p className="measure">{t('off')}</p>;
  if (site && site !== window.location.host) return <p className="measure">{t('otherHost', { site })}</p>;
  if (error instanceof DOMException && !messenger) return <p className="measure">{t('unavailable')}</p>;
  if (error && !messenger)
    return <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} />;
  if (!messenger || !website.data)
    return (
      <>
        <LoadingStatus text={t('loading')} />
        <Placeholder>
          <MessagesSkeleton />
        </Placeholder>
      </>
    );
  return <Conversations messenger={messenger} lists={lists} />;
}

/** Messages page (HUB-1): end-to-end encrypted conversations between accounts. */
export function Messages() {
  const t = useTranslations('wallet.messages');
  const isInvited = useInviteCode() !== '';
  return (
    <AccountView
      startTitle={isInvited ? t('invite.visitor') : undefined}
      lead={t('lead')}
      conditions={t('conditions')}
      leadStays={false}
      sample={<SampleMessages />}
      skeleton={<MessagesSkeleton />}
    >
      {(view) => <MessagesPanel {...view} />}
    </AccountView>
  );
}
