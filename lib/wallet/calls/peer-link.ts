import { CANDIDATE_BATCH_MS } from './constants';
import { readDescription } from './session-description';
import { type ConnectionSignal, MAX_CANDIDATES, type SignalBody, type SignalCandidate } from './signal';

/** What a link sends. The mesh adds the recipient. */
export type LinkBody = SignalBody extends infer Body
  ? Body extends { to: unknown }
    ? Omit<Body, 'to'>
    : never
  : never;

export type LinkOptions = {
  iceServers: RTCIceServer[];
  /** Whether to connect only through TURN, which hides this device's IP addresses from the other one. */
  isRelayed: boolean;
  /** In a collision of offers, the polite side yields. Only the impolite side makes the first offer. */
  isPolite: boolean;
  /** This device's microphone. */
  track: MediaStreamTrack;
  send: (body: LinkBody) => void;
  onState: (state: 'connected' | 'reconnecting' | 'closed') => void;
  /** Called with the other side's audio track. */
  onTrack: (track: MediaStreamTrack) => void;
  /** Called if a signal of the other side is invalid or the browser rejects it. */
  onFailure: (error: unknown) => void;
};

/**
 * WebRTC connection to another device, with one audio stream in each direction. Follows perfect negotiation (W3C
 * WebRTC 1.0, section 10.7). MLS authenticates the signals, so the DTLS fingerprint in them is the device's own. It
 * must not change during the connection.
 */
export class PeerLink {
  readonly #connection: RTCPeerConnection;
  readonly #options: LinkOptions;
  #fingerprint: string | null = null;
  #isMakingOffer = false;
  #isAnswerPending = false;
  #ignoresOffer = false;
  #wasConnected = false;
  #isClosed = false;
  /** Candidates of the other side that arrived before its description. */
  #early: SignalCandidate[] = [];
  /** Own candidates that haven't been sent yet. */
  #found: SignalCandidate[] = [];
  #batch: ReturnType<typeof setTimeout> | undefined;
  /** Processes signals one at a time. */
  #queue: Promise<void> = Promise.resolve();
  #track: MediaStreamTrack;

  constructor(options: LinkOptions) {
    const { iceServers, isRelayed, isPolite, track } = options;
    this.#options = options;
    this.#track = track;
    const connection = new RTCPeerConnection({
      iceServers,
      iceTransportPolicy: isRelayed ? 'relay' : 'all',
      bundlePolicy: 'max-bundle',
      rtcpMuxPolicy: 'require',
    });
    this.#connection = connection;
    connection.addEventListener('negotiationneeded', () => void this.#offer());
    connection.addEventListener('icecandidate', ({ candidate }) => this.#onCandidate(candidate));
    connection.addEventListener('connectionstatechange', () => this.#onState());
    connection.addEventListener('track', (event) => options.onTrack(event.track));
    if (!isPolite) connection.addTransceiver(track, { direction: 'sendrecv' });
  }

  /** Processes a signal from the other device. */
  receive(signal: ConnectionSignal): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#isClosed) return;
      try {
        await this.#process(signal);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Restarts ICE with new TURN credentials. The DTLS session continues. */
  restart(iceServers: RTCIceServer[]): void {
    if (this.#isClosed) return;
    this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers });
    if (this.#options.isPolite) this.#options.send({ type: 'restart' });
    else this.#connection.restartIce();
  }

  /** Switches to another microphone without renegotiation. @throws if the browser can't replace the track. */
  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    this.#track = track;
    await this.#connection.getTransceivers()[0]?.sender.replaceTrack(track);
  }

  stats(): Promise<RTCStatsReport> {
    return this.#connection.getStats();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#batch);
    this.#connection.close();
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.onFailure(error);
  }

  #onState(): void {
    const { connectionState } = this.#connection;
    if (this.#isClosed) return;
    if (connectionState === 'connected') {
      if (!this.#wasConnected) this.#watchEnd();
      this.#wasConnected = true;
      this.#options.onState('connected');
    } else if (connectionState === 'disconnected' || connectionState === 'failed') {
      if (this.#wasConnected) this.#options.onState('reconnecting');
      // Keep trying: the call's time limit for connecting ends the attempts.
      this.restart(this.#connection.getConfiguration().iceServers ?? []);
    }
  }

  /**
   * Detects that the other device closed the connection, which DTLS authenticates. Its page may close without sending
   * a signal.
   */
  #watchEnd(): void {
    const transport = this.#connection.getReceivers()[0]?.transport;
    transport?.addEventListener('statechange', () => {
      if (!this.#isClosed && transport.state === 'closed') this.#options.onState('closed');
    });
  }

  async #offer(): Promise<void> {
    try {
      this.#isMakingOffer = true;
      await this.#connection.setLocalDescription();
      this.#sendDescription();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isMakingOffer = false;
    }
  }

  #sendDescription(): void {
    const description = this.#connection.localDescription;
    if (this.#isClosed || !description || (description.type !== 'offer' && description.type !== 'answer'))
      return;
    this.#options.send({
      type: description.type,
      sdp: readDescription(description.type, description.sdp).sdp,
    });
  }

  async #process(signal: ConnectionSignal): Promise<void> {
    switch (signal.type) {
      case 'offer':
      case 'answer':
        return this.#describe(signal.type, signal.sdp);
      case 'candidates':
        return this.#addCandidates(signal.candidates);
      case 'restart':
        // In any other signaling state, an offer is already pending.
        if (!this.#options.isPolite && this.#connection.signalingState === 'stable')
          this.#connection.restartIce();
    }
  }

  async #describe(type: 'offer' | 'answer', given: string): Promise<void> {
    const connection = this.#connection;
    const { sdp, fingerprint } = readDescription(type, given);
    if (this.#fingerprint !== null && fingerprint !== this.#fingerprint)
      throw new Error('the DTLS fingerprint changed');
    const isReady = !this.#isMakingOffer && (connection.signalingState === 'stable' || this.#isAnswerPending);
    this.#ignoresOffer = !this.#options.isPolite && type === 'offer' && !isReady;
    const isStale = type === 'answer' && connection.signalingState !== 'have-local-offer';
    if (this.#ignoresOffer || isStale) return;
    this.#fingerprint = fingerprint;
    this.#isAnswerPending = type === 'answer';
    await connection.setRemoteDescription({ type, sdp });
    this.#isAnswerPending = false;
    const early = this.#early;
    this.#early = [];
    await this.#addCandidates(early);
    if (type === 'answer') return;
    const [transceiver, ...others] = connection.getTransceivers();
    if (!transceiver || others.length > 0) throw new Error('the offer has another stream');
    transceiver.direction = 'sendrecv';
    await transceiver.sender.replaceTrack(this.#track);
    await connection.setLocalDescription();
    this.#sendDescription();
  }

  async #addCandidates(candidates: readonly SignalCandidate[]): Promise<void> {
    if (!this.#connection.remoteDescription) {
      this.#early = [...this.#early, ...candidates].slice(-4 * MAX_CANDIDATES);
      return;
    }
    for (const { candidate, usernameFragment } of candidates) {
      try {
        await this.#connection.addIceCandidate({ candidate, usernameFragment, sdpMLineIndex: 0 });
      } catch (error) {
        // Candidates of an ignored offer, or from before an ICE restart, don't match the description.
        const isOutdated =
          this.#ignoresOffer || (error instanceof DOMException && error.name === 'OperationError');
        if (!isOutdated) throw error;
      }
    }
  }

  #onCandidate(candidate: RTCIceCandidate | null): void {
    if (this.#isClosed || candidate === null) return;
    // Drop candidates that aren't relayed: the transport policy excludes them, and they would reveal this device's
    // addresses.
    if (this.#options.isRelayed && candidate.candidate !== '' && candidate.type !== 'relay') return;
    this.#found.push({ candidate: candidate.candidate, usernameFragment: candidate.usernameFragment });
    this.#batch ??= setTimeout(() => this.#sendCandidates(), CANDIDATE_BATCH_MS);
  }

  #sendCandidates(): void {
    this.#batch = undefined;
    while (this.#found.length > 0)
      this.#options.send({ type: 'candidates', candidates: this.#found.splice(0, MAX_CANDIDATES) });
  }
}
