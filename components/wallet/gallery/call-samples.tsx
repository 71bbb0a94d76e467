import type { Address, Hex } from 'viem';
import { GalleryRow } from '@/components/ui/gallery-row';
import { CallPanel } from '@/components/wallet/calls/call-panel';
import { shortAddress } from '@/lib/evm/address';
import { type CallActions, type CallView, noCall } from '@/lib/wallet/calls/call-store';
import type { Call, CallState } from '@/lib/wallet/calls/call-types';

const SELF: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MAY: Address = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const deviceOf = (digit: string): Hex => `0x${digit.repeat(64)}`;
const SAMPLE_LEVEL = 0.55;

const leg = (account: Address, digit: string, state: Call['legs'][number]['state'] = 'connected') => ({
  account,
  device: deviceOf(digit),
  state,
});
const call: Call = {
  id: '5e'.repeat(16),
  conversation: '1f'.repeat(16),
  isOutgoing: false,
  caller: { account: MAY, device: deviceOf('1') },
  others: [MAY],
  pending: [],
  legs: [leg(MAY, '1')],
  connectedAt: Date.now(),
};
const outgoing: Call = { ...call, isOutgoing: true, caller: { account: SELF, device: deviceOf('2') } };
const group: Call = { ...call, others: [MAY, OTHER], legs: [leg(MAY, '1'), leg(OTHER, '3', 'reconnecting')] };

const actions: CallActions = {
  accept: () => undefined,
  decline: () => undefined,
  hangUp: () => undefined,
  dismiss: () => undefined,
  setMuted: () => undefined,
  chooseMicrophone: async () => undefined,
  watchLevel: (onLevel) => {
    onLevel(SAMPLE_LEVEL);
    return () => undefined;
  },
  playSound: () => undefined,
};

/** Each panel is of another person, because regions of one page have different names. */
function Sample({
  state,
  name,
  ...view
}: Partial<Omit<CallView, 'state'>> & { state: CallState; name: string }) {
  const nameOf = (account: Address) => (account === MAY ? name : shortAddress(account));
  return <CallPanel view={{ ...noCall, ...view, state }} actions={actions} nameOf={nameOf} />;
}

/** The call panel in all states. */
export function CallSamples({ copy }: { copy: number }) {
  const talking = { phase: 'connected', call } as const;
  const ended = (reason: Extract<CallState, { phase: 'ended' }>['reason'], of = outgoing) =>
    ({ phase: 'ended', call: of, reason }) as const;
  return (
    <>
      <GalleryRow name="CallPanel ringing in">
        <Sample name={`May ${copy}`} state={{ phase: 'ringingIn', call, isAnswering: false }} />
      </GalleryRow>
      <GalleryRow name="CallPanel ringing in, accepted">
        <Sample name={`Ada ${copy}`} state={{ phase: 'ringingIn', call, isAnswering: true }} />
      </GalleryRow>
      <GalleryRow name="CallPanel ringing out">
        <Sample
          name={`Ben ${copy}`}
          state={{ phase: 'ringingOut', call: outgoing, isInvited: true, isRinging: true }}
        />
      </GalleryRow>
      <GalleryRow name="CallPanel connecting, connected, reconnecting">
        <Sample name={`Cleo ${copy}`} state={{ phase: 'connecting', call }} />
        <Sample name={`Dan ${copy}`} state={talking} quality="good" />
        <Sample name={`Eva ${copy}`} state={{ phase: 'reconnecting', call }} />
      </GalleryRow>
      <GalleryRow name="CallPanel muted, with a poor connection, blocked sound, and a microphone problem">
        <Sample
          name={`Finn ${copy}`}
          state={talking}
          isMuted
          quality="poor"
          isSoundBlocked
          microphoneProblem="busy"
        />
      </GalleryRow>
      <GalleryRow name="CallPanel with three accounts">
        <Sample name={`Gina ${copy}`} state={{ phase: 'connected', call: group }} quality="fair" />
      </GalleryRow>
      <GalleryRow name="CallPanel ended: declined, busy, missed, network">
        <Sample name={`Hugo ${copy}`} state={ended('declined')} />
        <Sample name={`Ines ${copy}`} state={ended('busy')} />
        <Sample name={`Jon ${copy}`} state={ended('missed', call)} />
        <Sample name={`Kim ${copy}`} state={ended('network')} />
      </GalleryRow>
      <GalleryRow name="CallPanel ended: no microphone, permission refused">
        <Sample name={`Lea ${copy}`} state={ended('noMicrophone')} microphoneProblem="none" />
        <Sample name={`Max ${copy}`} state={ended('permissionRefused')} microphoneProblem="refused" />
      </GalleryRow>
    </>
  );
}
