/** @jest-environment node */
import { HEARTBEAT_MS, STREAM_LIFETIME_MS, StreamHub } from '@/lib/server/http/stream-hub';
import type { MakeEvent } from '@/lib/server/http/stream-reader';

const OPENING = 'retry: 3000\n\n';
const HEARTBEAT = ':\n\n';

class NumberHub extends StreamHub<number> {
  isListening = false;
  /** What the source of changes waits for before it stops. */
  last = Promise.resolve();

  protected listen() {
    this.isListening = true;
    return [
      {
        stop: async () => {
          await this.last;
          this.isListening = false;
        },
      },
    ];
  }

  mark(numbers: readonly number[]): void {
    for (const reader of this.readers) reader.mark(numbers);
  }
}

/** A place for bytes, which may have no room for more until it's drained. */
class Sink {
  readonly written: Uint8Array[] = [];
  hasRoom = true;
  hasEnded = false;

  write(bytes: Uint8Array): boolean {
    this.written.push(bytes);
    return this.hasRoom;
  }

  end(): void {
    this.hasEnded = true;
  }

  get texts(): string[] {
    return this.written.map(String);
  }
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Lets the events that are being made arrive. */
const settle = () => jest.advanceTimersByTimeAsync(0);

function open(hub: NumberHub, makeEvent: MakeEvent<number> = async (changed) => Buffer.from(changed.join())) {
  const reader = hub.subscribe([], makeEvent);
  if (!reader) throw new Error('the hub is full');
  const sink = new Sink();
  reader.start(sink);
  return { reader, sink };
}

let hub: NumberHub;
beforeEach(() => {
  jest.useFakeTimers();
  hub = new NumberHub(1_000);
});
afterEach(async () => {
  await hub.stop();
  jest.useRealTimers();
});

test('PRICE-1 all readers of a change get the same bytes', async () => {
  const bytes = Buffer.from('one');
  const sinks = Array.from({ length: 100 }, () => open(hub, async () => bytes).sink);
  hub.mark([1]);
  await settle();
  for (const { written } of sinks) {
    expect(written).toHaveLength(2);
    expect(written[1]).toBe(bytes);
  }
  expect(new Set(sinks.map(({ written }) => written[0])).size).toBe(1);
});

test('PRICE-1 nothing is made for a slow reader until it has room, and then only the latest state', async () => {
  const makeEvent = jest.fn(async (changed: readonly number[]) => Buffer.from(changed.join()));
  const { reader, sink } = open(hub, makeEvent);
  sink.hasRoom = false;
  hub.mark([1]);
  await settle();
  for (let count = 0; count < 10_000; count += 1) hub.mark([1, 2]);
  await jest.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
  expect(sink.texts).toEqual([OPENING, '1']);
  expect(makeEvent).toHaveBeenCalledTimes(1);
  reader.resume();
  await settle();
  expect(sink.texts).toEqual([OPENING, '1', '1,2']);
});

test('PRICE-1 what changes while an event is being made is in the next one', async () => {
  const made = deferred<Uint8Array>();
  const makeEvent = jest.fn(() => made.promise);
  const { sink } = open(hub, makeEvent);
  hub.mark([1]);
  hub.mark([2]);
  hub.mark([3]);
  expect(makeEvent).toHaveBeenCalledTimes(1);
  made.resolve(Buffer.from('event'));
  await settle();
  expect(makeEvent.mock.calls).toEqual([[[1]], [[2, 3]]]);
  expect(sink.texts).toEqual([OPENING, 'event', 'event']);
});

test('PRICE-1 one timer sends the heartbeats of all readers, and ends their streams after the maximum time', async () => {
  const first = open(hub);
  await jest.advanceTimersByTimeAsync(HEARTBEAT_MS / 3);
  const second = open(hub);
  const { reader: waiting } = open(hub);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync((HEARTBEAT_MS * 2) / 3);
  expect([first.sink.texts, second.sink.texts]).toEqual([[OPENING, HEARTBEAT], [OPENING]]);
  waiting.end();
  await jest.advanceTimersByTimeAsync(STREAM_LIFETIME_MS - HEARTBEAT_MS);
  expect([first.sink.hasEnded, second.sink.hasEnded, hub.size]).toEqual([true, false, 1]);
  await jest.advanceTimersByTimeAsync(HEARTBEAT_MS / 3);
  expect([second.sink.hasEnded, hub.size, hub.isListening, jest.getTimerCount()]).toEqual([
    true,
    0,
    false,
    0,
  ]);
});

test('OPS-3 a stop ends the streams, also those that have not started, and nothing is written afterward', async () => {
  const late = hub.subscribe([], async () => null);
  const made = deferred<Uint8Array>();
  const { sink } = open(hub, () => made.promise);
  hub.mark([1]);
  await hub.stop();
  made.resolve(Buffer.from('event'));
  await settle();
  expect([sink.hasEnded, sink.texts]).toEqual([true, [OPENING]]);
  const lateSink = new Sink();
  late?.start(lateSink);
  expect([lateSink.hasEnded, lateSink.texts]).toEqual([true, []]);
  expect(hub.subscribe([], async () => null)).toBeNull();
});

test('OPS-3 a stop waits for sources of changes that are stopping since the last reader left', async () => {
  const { promise, resolve } = deferred<void>();
  hub.last = promise;
  open(hub).reader.end();
  let hasStopped = false;
  const stopped = hub.stop().then(() => {
    hasStopped = true;
  });
  await settle();
  expect(hasStopped).toBe(false);
  resolve();
  await stopped;
  expect(hub.isListening).toBe(false);
});

test('a reader ends its stream by making no more events', async () => {
  const { sink } = open(hub, async () => undefined);
  hub.mark([1]);
  await settle();
  expect([sink.hasEnded, hub.size]).toEqual([true, 0]);
});
