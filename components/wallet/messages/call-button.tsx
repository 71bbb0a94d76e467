import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { notify } from '@/lib/browser/notices';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationView } from '@/lib/messages/protocol/view-types';
import { isCalling, useCalls } from '@/lib/wallet/calls/call-store';
import { MAX_PARTICIPANTS } from '@/lib/wallet/calls/constants';
import { useMessengerAction } from './use-messenger-action';

const HANDSET =
  'M6 3.500h3l1.500 4-2 1.500c1 2.500 3 4.500 5.500 5.500l1.500-2 4 1.500v3c0 1.500-1 2.500-2.500 2.500C10.500 19 5 13.500 4 6c0-1.500.500-2.500 2-2.500Z';

type WriteStop = 'revoked' | 'left' | 'blocked' | 'identity';

/** Returns why nothing can be sent in a conversation, or null if something can. */
export function writeStop(
  { kind, ownRole, isBlocked, identity }: ConversationView,
  isRevoked: boolean,
): WriteStop | null {
  if (isRevoked) return 'revoked';
  // A direct conversation has no group before its first message.
  if (ownRole === null && kind === 'room') return 'left';
  if (isBlocked) return 'blocked';
  return identity.some((notice) => notice.kind !== 'newDevices') ? 'identity' : null;
}

/** Returns why the members of a conversation can't be called, or null if they can. */
export function callStop(
  conversation: ConversationView,
  { isRevoked, hasCall }: { isRevoked: boolean; hasCall: boolean },
): WriteStop | 'request' | 'notStarted' | 'alone' | 'tooMany' | 'inCall' | null {
  const { kind, participants, isRequest } = conversation;
  const stop = writeStop(conversation, isRevoked);
  if (stop !== null) return stop;
  if (isRequest) return 'request';
  // A direct conversation has no members before its first message.
  if (participants.length < 2) return kind === 'direct' ? 'notStarted' : 'alone';
  if (participants.length > MAX_PARTICIPANTS) return 'tooMany';
  return hasCall ? 'inCall' : null;
}

/** Button that calls the members of a conversation. If calling isn't possible, the next line shows why. */
export function CallButton({
  conversation,
  name,
  isRevoked,
}: {
  conversation: ConversationView;
  name: string;
  isRevoked: boolean;
}) {
  const t = useTranslations('wallet.call');
  const id = useId();
  const host = useCalls((state) => state.host);
  const hasCall = useCalls(isCalling);
  const { run, isRunning } = useMessengerAction();
  const stop = callStop(conversation, { isRevoked, hasCall });
  const isOff = stop !== null || host === null || isRunning;
  const call = () =>
    run(async () => {
      try {
        if (host && !(await host.start(conversation.id))) notify('warning', t('otherTab'));
      } catch (error) {
        if (error instanceof MessengerError) throw error;
        notify('error', t('startFailed'));
      }
    });
  return (
    <>
      <Button
        size="small"
        aria-label={t('start', { name })}
        title={t('start', { name })}
        aria-disabled={isOff}
        aria-describedby={stop === null ? undefined : id}
        className="w-11 px-0!"
        onClick={isOff ? undefined : () => void call()}
      >
        <Icon path={HANDSET} />
      </Button>
      {stop === null ? null : (
        <p id={id} className="order-last w-full text-xs text-muted">
          {t(`stop.${stop}`, { count: MAX_PARTICIPANTS })}
        </p>
      )}
    </>
  );
}
