/** @jest-environment node */
import { readBody, readInput } from '@/lib/server/http/read-input';

const encoder = new TextEncoder();

/** Returns a request whose body arrives in pieces. */
const sending = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

test('OPS-6 times out on a body that stalls or trickles', async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(readBody(sending(silent), { limit: 10, timeoutMs: 50 })).rejects.toMatchObject({
    code: 408,
    messageKey: 'tooSlow',
  });
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
  await expect(readBody(sending(broken), { limit: 10 })).rejects.toMatchObject({
    code: 400,
    messageKey: 'malformedBody',
    cause: { message: 'gone' },
  });
  expect((await readBody(new Request('http://127.0.0.1/'), { limit: 10 })).length).toBe(0);
});

/** Returns a request with a body of a given type. */
const posting = (body: BodyInit | null, type?: string, method = 'POST') =>
  new Request('http://127.0.0.1/?a=query', {
    method,
    body,
    ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
  });
const malformed = { code: 400, messageKey: 'malformedBody' };

test('API-4 the input of a read is its query, and the input of any other call is its body', async () => {
  for (const method of ['GET', 'HEAD'])
    expect(await readInput(posting(null, 'application/json', method))).toEqual({ a: 'query' });
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/csp-report',
    'application/reports+json',
  ])
    expect(await readInput(posting('{"a":[1]}', type))).toEqual({ a: [1] });
  for (const type of [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded ; charset=utf-8',
  ])
    expect(await readInput(posting('a=1&b=%C3%A9', type))).toEqual({ a: '1', b: 'é' });
  expect(await readInput(posting('', 'text/plain'))).toEqual({});
  expect(await readInput(posting(null))).toEqual({});
});

test('API-4 rejects another type, invalid JSON or UTF-8, and a repeated field', async () => {
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  for (const [body, type] of [
    ['{"a":', 'application/json'],
    [bytes, 'application/json'],
    [bytes, 'application/x-www-form-urlencoded'],
  ] as const)
    await expect(readInput(posting(body, type))).rejects.toMatchObject({
      ...malformed,
      cause: { message: expect.any(String) },
    });
  await expect(readInput(posting('a=1&a=2', 'application/x-www-form-urlencoded'))).rejects.toMatchObject(
    malformed,
  );
  await expect(readInput(new Request('http://127.0.0.1/?a=1&a=1'))).rejects.toMatchObject(malformed);
  for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data; boundary=b'])
    await expect(readInput(posting('a=1', type))).rejects.toMatchObject({
      code: 415,
      messageKey: 'unsupportedType',
    });
});

test('API-4 a body has at most 64 KiB, unless the call has another limit', async () => {
  const json = (size: number) => posting(JSON.stringify('x'.repeat(size - 2)), 'application/json');
  expect(await readInput(json(65_536))).toHaveLength(65_534);
  await expect(readInput(json(65_537))).rejects.toMatchObject({ code: 413, messageKey: 'tooLarge' });
  expect(await readInput(json(65_537), 70_000)).toHaveLength(65_535);
  await expect(readInput(json(11), 10)).rejects.toMatchObject({ code: 413 });
});

test('OPS-6 cancels a body that is too long, but not a finished one', async () => {
  const cancelled: unknown[] = [];
  const chunks = (count: number) => {
    let left = count;
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left === 0) controller.close();
        else controller.enqueue(encoder.encode('x'));
        left -= 1;
      },
      cancel: () => void cancelled.push(count),
    });
  };
  expect(String(await readBody(sending(chunks(3)), { limit: 3 }))).toBe('xxx');
  await expect(readBody(sending(chunks(9)), { limit: 3 })).rejects.toMatchObject({
    code: 413,
    messageKey: 'tooLarge',
  });
  expect(cancelled).toEqual([9]);
});

const readJson = (text: string) =>
  readInput(
    new Request('http://127.0.0.1/', {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json' },
    }),
    1 << 20,
  );

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":1},"a":2}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":1},{"b":1,"b":2}]',
  '{"a":1,"\\u0061":2}',
  '{"a\\"":1 , "a\\"" : 2}',
  '{"__proto__":1,"__proto__":2}',
  '{"":1,"":2}',
  '{"a":"}","a":2}',
])('OPS-6 rejects JSON with a name twice in one object: %s', async (text) => {
  await expect(readJson(text)).rejects.toMatchObject({ code: 400, messageKey: 'malformedBody' });
});

test.each([
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '{"a":"a","b":"a"}',
  '["a","a",":"]',
  '{"a":"\\"a\\":1","A":2}',
  '{"a":"{\\"b\\":1,\\"b\\":2}"}',
  '"text"',
  '[]',
])('OPS-6 accepts JSON with each name once in its object: %s', async (text) => {
  expect(await readJson(text)).toEqual(JSON.parse(text));
});

test('OPS-6 a long string in JSON is read', async () => {
  const text = JSON.stringify({ a: '\\"'.repeat(200_000) });
  expect(await readJson(text)).toEqual(JSON.parse(text));
});
