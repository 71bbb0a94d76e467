import { type CallController, connectCalls } from '@/lib/wallet/calls/call-controller';
import type { IceServers } from '@/lib/wallet/calls/call-mesh';
import { useCalls } from '@/lib/wallet/calls/call-store';
import { setRelayed } from '@/lib/wallet/calls/relay-preference';
import type { CallDevice, CallSignal, SignalOrigin, SignalTarget } from '@/lib/wallet/calls/signal';

/** What the page of calls.spec.ts needs from the test, which delivers signals between browsers. */
type TestBindings = {
  sendSignal: (to: SignalTarget, signal: CallSignal) => Promise<void>;
  fetchIceServers: () => Promise<IceServers>;
};
/** Strongest frequency of a device's voice, in Hz, and its level, in dB of full scale. */
type Tone = { hz: number; db: number };

declare global {
  interface Window extends TestBindings {
    callPage: typeof callPage;
  }
}

const FFT_SIZE = 4_096;
/** Connections that the page has made. */
const connections: RTCPeerConnection[] = [];

window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
};

let controller: CallController;
const missed: string[] = [];

const openConnections = () => connections.filter(({ connectionState }) => connectionState !== 'closed');

/** Returns a device's strongest tone among several spectra, because the tone pauses. */
async function toneOf(connection: RTCPeerConnection): Promise<Tone> {
  const [receiver] = connection.getReceivers();
  if (!receiver) throw new Error('nothing is received');
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE, smoothingTimeConstant: 0 });
  context.createMediaStreamSource(new MediaStream([receiver.track])).connect(analyser);
  const spectrum = new Float32Array(analyser.frequencyBinCount);
  let best: Tone = { hz: 0, db: Number.NEGATIVE_INFINITY };
  const end = performance.now() + 2_000;
  while (performance.now() < end) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    analyser.getFloatFrequencyData(spectrum);
    spectrum.forEach((db, bin) => {
      if (db > best.db) best = { hz: (bin * context.sampleRate) / FFT_SIZE, db };
    });
  }
  await context.close();
  return best;
}

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
  tones: () => Promise.all(openConnections().map(toneOf)),
  fingerprints: () => Promise.all(openConnections().map(presentedFingerprint)),
  candidateTypes: () => Promise.all(openConnections().map(candidateTypes)),
};
window.callPage = callPage;
