import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type CallControl,
  type CallHostControl,
  type CallView,
  useCalls,
} from '@/lib/wallet/calls/call-store';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import { CallPanel } from './call-panel';
import { useCallText } from './use-call-text';

/** Returns whether the user is typing or has a dialog open. A call must not take the focus then. */
function isBusyElsewhere(): boolean {
  const focused = document.activeElement;
  return focused?.closest('input, textarea, select, [contenteditable], [role="dialog"]') != null;
}

/**
 * Announces each phase once and manages the focus: moves it to the panel when a call starts, and back when the panel
 * closes. The focus goes to the panel rather than to a button, because a key pressed at that moment would otherwise
 * answer the call.
 */
function ActiveCall({
  view,
  controller,
  host,
}: {
  view: CallView;
  controller: CallControl;
  host: CallHostControl | null;
}) {
  const t = useTranslations('wallet.call');
  const textOf = useCallText();
  const nameOf = useAccountName();
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const [announced, setAnnounced] = useState('');
  const { state } = view;
  const { phase } = state;
  const room = state.phase === 'idle' ? null : (host?.roomOf(state.call.conversation) ?? null);
  const callId = state.phase === 'idle' ? null : state.call.id;
  const text = (() => {
    if (state.phase === 'idle') return '';
    const name = state.call.others.map((one) => nameOf(one)).join(', ');
    if (state.phase === 'ringingIn' && !state.isAnswering) {
      const caller = nameOf(state.call.caller.account);
      return room === null ? t('incoming', { name: caller }) : t('incomingRoom', { name: caller, room });
    }
    return state.phase === 'ringingOut' && !state.isInvited
      ? t('with', { name: room ?? name })
      : textOf(state);
  })();
  // The live region starts empty, because screen readers announce only changes.
  useEffect(() => setAnnounced(text), [text]);

  const onCall = useEffectEvent(() => {
    before.current = document.activeElement;
    if (phase !== 'ringingIn' || !isBusyElsewhere()) panel.current?.focus({ preventScroll: true });
  });
  const onPhase = useEffectEvent(() => {
    // The focused button was removed.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  });
  const onClose = useEffectEvent(() => {
    const { current } = before;
    // The panel was removed. If it had the focus, return the focus to the previous element.
    if (document.activeElement === document.body && current instanceof HTMLElement && current.isConnected)
      current.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (callId !== null) onCall();
  }, [callId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run on each phase change.
  useEffect(() => onPhase(), [phase]);
  useEffect(() => () => onClose(), []);

  return (
    <div className="call-dock">
      <p role={phase === 'ringingIn' ? 'alert' : 'status'} className="sr-only">
        {announced}
      </p>
      <CallPanel view={view} actions={controller} nameOf={nameOf} room={room} panel={panel} />
    </div>
  );
}

/** Shows the call panel in a corner of every wallet page during a call. */
export function CallDock() {
  const { controller, host, view } = useCalls();
  if (!controller || view.state.phase === 'idle') return null;
  return <ActiveCall view={view} controller={controller} host={host} />;
}
