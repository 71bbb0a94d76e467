import { type CallController, connectCalls } from '@/lib/wallet/calls/call-controller';
import type { IceServers } from '@/lib/wallet/calls/call-mesh';
import { useCalls } from '@/lib/wallet/calls/call-store';
import { setRelayed } from '@/lib/wallet/calls/relay-preference';
import type { CallDevice, CallSignal, SignalOrigin, SignalTarget } from '@/lib/wallet/calls/signal';
import { recordConnections } from './call-tones';

/** Functions that the test exposes to the page of calls.spec.ts, to deliver signals between browsers. */
type TestBindings = {
  sendSignal: (to: SignalTarget, signal: CallSignal) => Promise<void>;
  fetchIceServers: () => Promise<IceServers>;
};

declare global {
  interface Window extends TestBindings {
    callPage: typeof callPage;
  }
}

recordConnections();

let controller: CallController;
const missed: string[] = [];

/** Returns the SHA-256 hash of the certificate that a device presented in the DTLS handshake. */
async function presentedFingerprint(connection: RTCPeerConnection): Promise<string> {
  const [certificate] = connection.getReceivers()[0]?.transport?.getRemoteCertificates() ?? [];
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', certificate ?? new ArrayBuffer(0)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

async function candidateTypes(connection: RTCPeerConnection): Promise<[string, string]> {
  const stats = await connection.getStats();
  for (const entry of stats.values())
    if (entry.type === 'candidate-pair' && entry.nominated && entry.state === 'succeeded')
      return [
        stats.get(entry.localCandidateId).candidateType,
        stats.get(entry.remoteCandidateId).candidateType,
      ];
  throw new Error('no candidates are in use');
}

const callPage = {
  connect: (self: CallDevice, members: readonly CallDevice[], isRelayed: boolean) => {
    setRelayed(isRelayed);
    controller = connectCalls({
      self,
      sendSignal: (_conversation, to, signal) => window.sendSignal(to, signal),
      membersOf: () => members.map(({ account }) => account),
      onMissed: ({ callId }) => void missed.push(callId),
      fetchIceServers: () => window.fetchIceServers(),
    });
  },
  receive: (from: SignalOrigin, signal: unknown) => controller.receive(from, signal),
  start: (conversation: string, others: readonly CallDevice['account'][]) =>
    controller.start(conversation, others),
  accept: () => controller.accept(),
  hangUp: () => controller.hangUp(),
  setMuted: (isMuted: boolean) => controller.setMuted(isMuted),
  restart: () => window.dispatchEvent(new Event('online')),
  view: () => useCalls.getState().view,
  missed: () => missed,
  tones: () => window.heardTones(),
  fingerprints: () => Promise.all(window.openConnections().map(presentedFingerprint)),
  candidateTypes: () => Promise.all(window.openConnections().map(candidateTypes)),
};
window.callPage = callPage;
