/** @jest-environment node */
import { readBody } from '@/lib/server/http/read-input';

const encoder = new TextEncoder();

/** Returns a request whose body arrives in pieces. */
const sending = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

test('OPS-6 times out on a body that stalls or trickles', async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(readBody(sending(silent), { limit: 10, timeoutMs: 50 })).rejects.toMatchObject({ code: 408 });
  const timers = new Set<NodeJS.Timeout>();
  const trickle = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      new Promise((resolve) => {
        timers.add(
          setTimeout(() => {
            controller.enqueue(encoder.encode('x'));
            resolve();
          }, 10).unref(),
        );
      }),
  });
  await expect(readBody(sending(trickle), { limit: 1_000, timeoutMs: 100 })).rejects.toMatchObject({
    code: 408,
  });
  for (const timer of timers) clearTimeout(timer);
});

test('OPS-6 rejects a body over the limit, by its declared or actual length', async () => {
  const text = (length: number) => new Blob(['x'.repeat(length)]).stream();
  expect((await readBody(sending(text(10)), { limit: 10 })).toString()).toBe('x'.repeat(10));
  await expect(readBody(sending(text(11)), { limit: 10 })).rejects.toMatchObject({ code: 413 });
  const said = sending(new ReadableStream<Uint8Array>(), { 'Content-Length': '11' });
  await expect(readBody(said, { limit: 10, timeoutMs: 60_000 })).rejects.toMatchObject({ code: 413 });
});

test('OPS-6 an interrupted body is an error, and a missing body is empty', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('gone')),
  });
  await expect(readBody(sending(broken), { limit: 10 })).rejects.toThrow('gone');
  expect((await readBody(new Request('http://127.0.0.1/'), { limit: 10 })).length).toBe(0);
});
