/** @jest-environment node */
import {
  CACHE_LIMIT_BYTES,
  CLIENT_CONCURRENT,
  CLIENT_WAITING,
  FAILURE_CACHE_MS,
  NETWORK_CONCURRENT,
  NETWORK_WAITING,
  NftError,
} from '@/lib/server/nft/limits';

const ada = { id: '192.0.2.1', network: null };
const ben = { id: '192.0.2.2', network: null };

let keys = 0;
const newKey = () => `key ${++keys}`;

let keep: typeof import('@/lib/server/nft/nft-cache').keep;
let inClientTurn: typeof import('@/lib/server/nft/nft-cache').inClientTurn;
beforeAll(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  // The cache treats a time of 0 as none.
  later(1);
  // Import it after installing the clock, because the cache keeps the clock it finds.
  ({ inClientTurn, keep } = await import('@/lib/server/nft/nft-cache'));
});
afterAll(() => {
  jest.useRealTimers();
});
const later = (ms: number) => jest.advanceTimersByTime(ms);

test('WAL-15 a value is loaded once for all callers, and again after it expires', async () => {
  const key = newKey();
  const make = jest.fn(async () => ({ a: 1 }));
  const [one, other] = await Promise.all([keep(ada, key, 60_000, make), keep(ben, key, 60_000, make)]);
  expect(one).toBe(other);
  later(59_000);
  expect(await keep(ada, key, 60_000, make)).toEqual({ a: 1 });
  expect(make).toHaveBeenCalledTimes(1);
  later(2_000);
  await keep(ada, key, 60_000, make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('WAL-15 a problem with an NFT is cached for a shorter time, and no other error is cached', async () => {
  const key = newKey();
  const failure = new NftError('none', 'no picture');
  const make = jest.fn(() => Promise.reject(failure));
  const read = (ttl: number) => keep(ada, key, ttl, make);
  await expect(read(10 * FAILURE_CACHE_MS)).rejects.toBe(failure);
  later(FAILURE_CACHE_MS - 1_000);
  await expect(read(10 * FAILURE_CACHE_MS)).rejects.toBe(failure);
  expect(make).toHaveBeenCalledTimes(1);
  later(2_000);
  await expect(read(1_000)).rejects.toBe(failure);
  expect(make).toHaveBeenCalledTimes(2);
  later(1_500);
  await expect(read(1_000)).rejects.toBe(failure);
  expect(make).toHaveBeenCalledTimes(3);

  const other = newKey();
  const broken = jest.fn(() => Promise.reject(new Error('node is down')));
  for (let count = 1; count <= 2; count += 1) {
    await expect(keep(ada, other, 60_000, broken)).rejects.toThrow('node is down');
    expect(broken).toHaveBeenCalledTimes(count);
  }
});

test('WAL-15 the total size of the cached values is limited', async () => {
  const half = CACHE_LIMIT_BYTES / 2;
  const make = jest.fn(async () => 'x');
  const [first, second, third] = [newKey(), newKey(), newKey()];
  for (const key of [first, second]) await keep(ada, key, 60_000, make, () => half - 512);
  await keep(ada, first, 60_000, make);
  expect(make).toHaveBeenCalledTimes(2);
  // There's no space left, so the least recently used value is evicted.
  await keep(ada, third, 60_000, make, () => half - 512);
  await keep(ada, first, 60_000, make);
  expect(make).toHaveBeenCalledTimes(3);
  await keep(ada, second, 60_000, make);
  expect(make).toHaveBeenCalledTimes(4);
});

/** Returns a load that waits until `open` is called, and how many ran at once. */
function gatedLoad() {
  let running = 0;
  let most = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const load = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
  };
  return { load, open: () => open(), most: () => most };
}

test('WAL-15 a client loads a few at a time, and is rejected if too many are waiting', async () => {
  const { load, open, most } = gatedLoad();
  const all = Array.from({ length: CLIENT_CONCURRENT + CLIENT_WAITING }, () => inClientTurn(ada, load));
  await expect(inClientTurn(ada, load)).rejects.toMatchObject({
    code: 429,
    messageKey: 'tooMany',
    data: { retryAfter: 10 },
  });
  const other = inClientTurn(ben, async () => 'done');
  expect(await other).toBe('done');
  open();
  await Promise.all(all);
  expect(most()).toBe(CLIENT_CONCURRENT);
  expect(await inClientTurn(ada, async () => 'again')).toBe('again');
  await expect(inClientTurn(ada, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('WAL-15 clients of an IPv6 /48 together load a few at a time, and are rejected if too many are waiting', async () => {
  const { load, open, most } = gatedLoad();
  const network = '2001:db8:7::/48';
  const clientAt = (subnet: number) => ({ id: `2001:db8:7:${subnet.toString(16)}::/64`, network });
  const all = Array.from({ length: NETWORK_CONCURRENT + NETWORK_WAITING }, (_, index) =>
    inClientTurn(clientAt(index), load),
  );
  await expect(inClientTurn(clientAt(0xffff), load)).rejects.toMatchObject({ code: 429 });
  const neighbor = { id: '2001:db8:8:1::/64', network: '2001:db8:8::/48' };
  expect(await inClientTurn(neighbor, async () => 'done')).toBe('done');
  open();
  await Promise.all(all);
  expect(most()).toBe(NETWORK_CONCURRENT);
  expect(await inClientTurn(clientAt(0xffff), async () => 'again')).toBe('again');
});
