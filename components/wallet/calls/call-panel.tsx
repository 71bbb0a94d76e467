import { useFormatter, useNow, useTranslations } from 'next-intl';
import { type RefObject, useId, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { shortAddress } from '@/lib/evm/address';
import { elapsedText } from '@/lib/format/elapsed-text';
import type { CallActions, CallView } from '@/lib/wallet/calls/call-store';
import type { Call } from '@/lib/wallet/calls/call-types';
import { useRelayPreference } from '@/lib/wallet/calls/relay-preference';
import { CallSettings, LevelMeter } from './call-settings';
import { useCallText } from './use-call-text';
import './calls.css';

const icons = {
  accept:
    'M6 3.500h3l1.500 4-2 1.500c1 2.500 3 4.500 5.500 5.500l1.500-2 4 1.500v3c0 1.500-1 2.500-2.500 2.500C10.500 19 5 13.500 4 6c0-1.500.500-2.500 2-2.500Z',
  hangUp: 'M3 14.500c5-5 13-5 18 0l-2 3-4-1.500v-2.500c-2-.500-4-.500-6 0V16l-4 1.500-2-3Z',
  on: 'M12 3.500a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3ZM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3',
  off: 'M12 3.500a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3ZM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3M4 3.500l16 17',
  settings:
    'M4 7h9m5 0h2M4 17h3m5 0h8M15.500 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM9.500 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
} as const;

const TICK_MS = 1_000;

function CallTime({ since }: { since: number }) {
  const t = useTranslations('wallet.call');
  const now = useNow({ updateInterval: TICK_MS }).getTime();
  return (
    <span role="timer" aria-label={t('duration')} className="figures">
      {elapsedText(Math.max(0, now - since) / 1_000)}
    </span>
  );
}

/** Notes below the call's status: advice before accepting, and problems with the call. */
function CallNotes({ view, actions }: { view: CallView; actions: CallActions }) {
  const t = useTranslations('wallet.call');
  const isRelayed = useRelayPreference(({ isOn }) => isOn);
  const { state, isMuted, microphoneProblem, quality, isSoundBlocked } = view;
  const isTalking = state.phase === 'connected' || state.phase === 'reconnecting';
  return (
    <>
      {state.phase === 'ringingIn' && !isRelayed ? (
        <p className="text-sm text-muted">{t('addressNote')}</p>
      ) : null}
      {isTalking && isMuted ? <p className="text-sm text-muted">{t('muted')}</p> : null}
      {microphoneProblem ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t(`problem.${microphoneProblem}`)}</p>
      ) : null}
      {state.phase === 'connected' && (quality === 'fair' || quality === 'poor') ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t(`quality.${quality}`)}</p>
      ) : null}
      {isTalking && isSoundBlocked ? (
        <div className="grid gap-2">
          <p className="border-s-2 border-warning ps-3 text-sm">{t('soundBlocked')}</p>
          <Button size="small" variant="primary" onClick={actions.playSound}>
            {t('playSound')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Names of the accounts in the call. If there are more than two, includes the connection state of each. */
function CallMembers({ call, nameOf }: { call: Call; nameOf: (account: Address) => string }) {
  const t = useTranslations('wallet.call');
  if (call.others.length < 2) return null;
  return (
    <ul aria-label={t('members')} className="grid gap-1 text-sm">
      {call.legs.map(({ account, device, state }) => (
        <li key={device} className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere">{nameOf(account)}</span>
          <span className="text-muted">{t(state)}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Call panel: participants, status, and controls. It's a compact bar, because people use the wallet during a call.
 */
export function CallPanel({
  view,
  actions,
  nameOf,
  room = null,
  panel,
}: {
  view: CallView;
  actions: CallActions;
  /** Returns an account's name, or its shortened address. */
  nameOf: (account: Address) => string;
  /** Name of the room being called. Null for a call between people. */
  room?: string | null;
  panel?: RefObject<HTMLElement | null>;
}) {
  const t = useTranslations('wallet.call');
  const textOf = useCallText();
  const format = useFormatter();
  const id = useId();
  const [hasSettings, setHasSettings] = useState(false);
  const { state, isMuted } = view;
  if (state.phase === 'idle') return null;
  const { call, phase } = state;
  const isRinging = phase === 'ringingIn';
  // For an incoming call, the title is the caller, and the status names the room or the other people called.
  const titled = isRinging ? [call.caller.account] : call.others;
  const companions = call.others.filter((other) => !isAddressEqual(other, call.caller.account));
  const status =
    isRinging && !state.isAnswering && companions.length > 0
      ? room === null
        ? t('isCallingWith', { others: format.list(companions.map(nameOf)) })
        : t('isCallingRoom', { room })
      : textOf(state);
  const [first] = titled;
  const isJoined = phase === 'connecting' || phase === 'connected' || phase === 'reconnecting';
  const title = (!isRinging && room) || titled.map(nameOf).join(', ');
  const isNamed =
    (isRinging || room === null) &&
    first !== undefined &&
    titled.length === 1 &&
    nameOf(first) !== shortAddress(first);
  return (
    <section ref={panel} aria-labelledby={`${id}-title`} tabIndex={-1} className="call-panel">
      <header>
        <h2 id={`${id}-title`} className="text-base font-[550] wrap-anywhere">
          <span className="sr-only">{t('label')} </span>
          {title}
        </h2>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {isNamed ? <span className="font-mono text-xs leading-6">{shortAddress(first)}</span> : null}
          {phase === 'connected' && call.connectedAt !== null ? (
            <CallTime since={call.connectedAt} />
          ) : (
            <span>{status}</span>
          )}
        </p>
      </header>
      {isJoined ? (
        <div className="flex gap-2">
          <Button
            size="small"
            aria-pressed={isMuted}
            aria-label={t('mute')}
            title={t(isMuted ? 'unmute' : 'mute')}
            className="call-button"
            onClick={() => actions.setMuted(!isMuted)}
          >
            <Icon path={isMuted ? icons.off : icons.on} />
          </Button>
          <Button
            size="small"
            aria-expanded={hasSettings}
            aria-controls={`${id}-settings`}
            aria-label={t('settings')}
            title={t('settings')}
            className="call-button"
            onClick={() => setHasSettings(!hasSettings)}
          >
            <Icon path={icons.settings} />
          </Button>
          <Button
            size="small"
            aria-label={t('hangUp')}
            title={t('hangUp')}
            className="call-button call-end"
            onClick={actions.hangUp}
          >
            <Icon path={icons.hangUp} />
          </Button>
        </div>
      ) : null}
      {phase === 'ringingOut' ? (
        <Button size="small" className="call-end" onClick={actions.hangUp}>
          {t('cancel')}
        </Button>
      ) : null}
      {phase === 'ended' ? (
        <Button size="small" onClick={actions.dismiss}>
          {t('close')}
        </Button>
      ) : null}
      <div className="call-body">
        {isJoined ? <LevelMeter watchLevel={actions.watchLevel} microphoneId={view.microphoneId} /> : null}
        <CallNotes view={view} actions={actions} />
        {isJoined ? <CallMembers call={call} nameOf={nameOf} /> : null}
        {isRinging ? (
          <div className="grid grid-cols-2 gap-3">
            <Button size="small" onClick={actions.decline}>
              {t('decline')}
            </Button>
            <Button
              size="small"
              variant="signal"
              aria-disabled={state.isAnswering}
              onClick={state.isAnswering ? undefined : actions.accept}
            >
              <Icon path={icons.accept} size={24} />
              {t('accept')}
            </Button>
          </div>
        ) : null}
        <div id={`${id}-settings`} hidden={!(isJoined && hasSettings)}>
          <CallSettings view={view} actions={actions} />
        </div>
      </div>
    </section>
  );
}
