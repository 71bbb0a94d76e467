import 'server-only';
import type { BodySink, LiveBody } from '@/lib/http/response-parts';
import { describeError, log } from '../log';

/** Delay before a disconnected reader of a stream reconnects, in milliseconds. */
export const STREAM_RETRY_MS = 3_000;
const OPENING = Buffer.from(`retry: ${STREAM_RETRY_MS}\n\n`);
/** A comment, which readers ignore (HTML standard). */
const HEARTBEAT = Buffer.from(':\n\n');

/** Encodes an event in the HTML standard's format. Its data is one line of JSON. */
export const encodeEvent = (event: string, data: string): Uint8Array =>
  Buffer.from(`event: ${event}\ndata: ${data}\n\n`);

/** Returns the encoded event for changed items, null if there is nothing to send, or undefined to end the stream. */
export type MakeEvent<News> = (changed: readonly News[]) => Promise<Uint8Array | null | undefined>;

/**
 * Reader of a stream. It keeps a set of changes instead of a queue, and makes the next event only once the reader has room
 * for it. So a slow reader takes no more memory, and gets only the latest state.
 */
export class StreamReader<News> implements LiveBody {
  readonly #news = new Set<News>();
  #sink: BodySink | null = null;
  /** Whether the sink has no room, or isn't there yet. */
  #isFull = true;
  #isMaking = false;
  #hasEnded = false;

  constructor(
    private readonly makeEvent: MakeEvent<News>,
    private readonly onEnd: (reader: StreamReader<News>) => void,
  ) {}

  start(sink: BodySink): void {
    this.#sink = sink;
    if (this.#hasEnded) {
      sink.end();
      return;
    }
    this.#isFull = false;
    this.#write(OPENING);
    this.#send();
  }

  resume(): void {
    this.#isFull = false;
    this.#send();
  }

  /** Marks items as changed. */
  mark(changed: Iterable<News>): void {
    for (const one of changed) this.#news.add(one);
    this.#send();
  }

  /** Keeps proxies from closing an idle connection. */
  beat(): void {
    if (!this.#isFull) this.#write(HEARTBEAT);
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#news.clear();
    this.onEnd(this);
    this.#sink?.end();
  }

  #write(bytes: Uint8Array): void {
    if (this.#hasEnded || !this.#sink) return;
    // Set first, because a web stream may resume the reader during the write.
    this.#isFull = true;
    if (this.#sink.write(bytes)) this.#isFull = false;
  }

  /** Sends what has changed, unless an event is being made already or there is no room. */
  #send(): void {
    if (this.#hasEnded || this.#isFull || this.#isMaking || this.#news.size === 0) return;
    const changed = [...this.#news];
    this.#news.clear();
    this.#isMaking = true;
    this.makeEvent(changed).then(
      (bytes) => {
        this.#isMaking = false;
        if (bytes) this.#write(bytes);
        if (bytes === undefined) this.end();
        else this.#send();
      },
      (error: unknown) => {
        log.warn({ err: describeError(error) }, 'a stream failed');
        this.end();
      },
    );
  }
}
