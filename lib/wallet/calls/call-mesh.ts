import type { Hex } from 'viem';
import { type PacketCount, type Quality, qualityOf, readQuality } from './call-quality';
import { CREDENTIAL_MARGIN_MS, QUALITY_POLL_MS } from './constants';
import { type LinkBody, PeerLink } from './peer-link';
import type { CallDevice, ConnectionSignal } from './signal';

/** STUN and TURN servers, and the lifetime of their credentials in seconds. */
export type IceServers = {
  iceServers: { urls: string[]; username?: string | undefined; credential?: string | undefined }[];
  ttl: number;
};

export type MeshOptions = {
  fetchIceServers: () => Promise<IceServers>;
  isRelayed: () => boolean;
  send: (to: CallDevice, body: LinkBody) => void;
  onState: (device: Hex, state: 'connected' | 'reconnecting' | 'failed' | 'closed') => void;
  onQuality: (quality: Quality | null) => void;
  /** Called if the browser blocks playback until the user interacts with the page. */
  onSoundBlocked: () => void;
};

type Link = {
  peer: CallDevice;
  /** Null until the ICE servers have been fetched. */
  connection: PeerLink | null;
  waiting: ConnectionSignal[];
  audio: HTMLAudioElement;
  count: PacketCount;
};

const ORDER: readonly Quality[] = ['good', 'fair', 'poor'];

/** The connections of a call and their sound: one connection to each other device (a mesh). */
export class CallMesh {
  readonly #options: MeshOptions;
  readonly #links = new Map<Hex, Link>();
  #track: MediaStreamTrack | null = null;
  #servers: { promise: Promise<RTCIceServer[]>; expiresAt: number } | null = null;
  #poll: ReturnType<typeof setInterval> | undefined;

  constructor(options: MeshOptions) {
    this.#options = options;
  }

  /** Requests the ICE servers before the first connection needs them. */
  prepare(): void {
    // The connection that needs the servers reports the failure.
    this.#iceServers().catch(() => undefined);
  }

  /** Sends a microphone's track to everyone. @throws if the browser can't replace the previous one. */
  async setTrack(track: MediaStreamTrack): Promise<void> {
    this.#track = track;
    await Promise.all([...this.#links.values()].map(({ connection }) => connection?.replaceTrack(track)));
  }

  open(peer: CallDevice, isPolite: boolean): void {
    const link: Link = {
      peer,
      connection: null,
      waiting: [],
      audio: new Audio(),
      count: { received: 0, lost: 0 },
    };
    this.#links.set(peer.device, link);
    if (this.#links.size === 1) {
      window.addEventListener('online', this.#onNetwork);
      networkInformation()?.addEventListener('change', this.#onNetwork);
      this.#poll = setInterval(() => void this.#readQuality(), QUALITY_POLL_MS);
    }
    this.#iceServers().then(
      (iceServers) => this.#connect(link, iceServers, isPolite),
      () => this.#fail(link),
    );
  }

  deliver(from: Hex, signal: ConnectionSignal): void {
    const link = this.#links.get(from);
    if (link?.connection) link.connection.receive(signal);
    else link?.waiting.push(signal);
  }

  /** Plays sound that the browser has blocked. Call it from a button's event handler. */
  play(): void {
    for (const { audio } of this.#links.values()) this.#start(audio);
  }

  close(device: Hex): void {
    const link = this.#links.get(device);
    if (!link) return;
    this.#links.delete(device);
    link.connection?.close();
    link.audio.srcObject = null;
    if (this.#links.size > 0) return;
    window.removeEventListener('online', this.#onNetwork);
    networkInformation()?.removeEventListener('change', this.#onNetwork);
    clearInterval(this.#poll);
  }

  closeAll(): void {
    for (const device of [...this.#links.keys()]) this.close(device);
    this.#track = null;
  }

  async #iceServers(): Promise<RTCIceServer[]> {
    if (!this.#servers || this.#servers.expiresAt - CREDENTIAL_MARGIN_MS < Date.now()) {
      const entry = { expiresAt: Number.POSITIVE_INFINITY, promise: Promise.resolve<RTCIceServer[]>([]) };
      entry.promise = this.#options.fetchIceServers().then(({ iceServers, ttl }) => {
        entry.expiresAt = Date.now() + ttl * 1_000;
        return iceServers.map(({ urls, username, credential }) => ({
          urls,
          ...(username === undefined || credential === undefined ? {} : { username, credential }),
        }));
      });
      this.#servers = entry;
    }
    const servers = this.#servers;
    try {
      return await servers.promise;
    } catch (error) {
      // The next connection requests them again.
      if (this.#servers === servers) this.#servers = null;
      throw error;
    }
  }

  #connect(link: Link, iceServers: RTCIceServer[], isPolite: boolean): void {
    const { peer, waiting } = link;
    if (this.#links.get(peer.device) !== link) return;
    if (!this.#track) {
      this.#fail(link);
      return;
    }
    const { onState, send, isRelayed } = this.#options;
    try {
      link.connection = new PeerLink({
        iceServers,
        isRelayed: isRelayed(),
        isPolite,
        track: this.#track,
        send: (body) => send(peer, body),
        onState: (state) => onState(peer.device, state),
        onTrack: (track) => {
          link.audio.srcObject = new MediaStream([track]);
          this.#start(link.audio);
        },
        onFailure: () => this.#fail(link),
      });
    } catch {
      // The browser doesn't support WebRTC or rejects the servers' URLs.
      this.#fail(link);
      return;
    }
    for (const signal of waiting) link.connection.receive(signal);
    link.waiting = [];
  }

  #fail({ peer }: Link): void {
    if (this.#links.has(peer.device)) this.#options.onState(peer.device, 'failed');
  }

  #start(audio: HTMLAudioElement): void {
    audio.play().catch((error: unknown) => {
      // Closing the connection also interrupts playback, but that isn't a block.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#options.onSoundBlocked();
    });
  }

  /** Restarts ICE, because the old network paths may be gone. */
  readonly #onNetwork = (): void => {
    this.#iceServers().then(
      (iceServers) => {
        for (const { connection } of this.#links.values()) connection?.restart(iceServers);
      },
      // Offline. The browser fires an event when it's online again.
      () => undefined,
    );
  };

  async #readQuality(): Promise<void> {
    const links = [...this.#links.values()];
    const readings = await Promise.all(
      links.map(async (link) => {
        const stats = await link.connection?.stats();
        const read = stats ? readQuality(stats.values(), link.count) : null;
        if (!read) return null;
        link.count = read.count;
        return qualityOf(read.reading);
      }),
    );
    const known = readings.flatMap((quality) => (quality === null ? [] : [ORDER.indexOf(quality)]));
    this.#options.onQuality(known.length === 0 ? null : (ORDER[Math.max(...known)] ?? null));
  }
}

/**
 * Returns the Network Information API, which only Chromium supports. It fires an event when the device changes
 * networks.
 */
const networkInformation = (): EventTarget | undefined =>
  (navigator as Navigator & { connection?: EventTarget }).connection;
