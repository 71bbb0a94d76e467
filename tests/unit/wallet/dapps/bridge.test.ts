import { type Methods, openBridge } from '@/lib/wallet/dapps/bridge';
import { DappError, isSmall, MESSAGE_CHARACTERS, readParams } from '@/lib/wallet/dapps/protocol';
import { until } from '../../../support/until';

const ORIGIN = 'https://dapp.example';

/** A frame whose window records the responses that its origin can read. */
function openFrame() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('the frame has no window');
  const answers: { message: Record<string, unknown>; target: unknown }[] = [];
  jest.spyOn(contentWindow, 'postMessage').mockImplementation(((message: never, target: unknown) => {
    answers.push({ message, target });
  }) as typeof contentWindow.postMessage);
  return { window: contentWindow, answers };
}

type Sent = { origin?: string; source?: MessageEventSource | null };

const send = (data: unknown, { origin = ORIGIN, source = null }: Sent) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));

const request = (id: unknown, method: string, params?: unknown) => ({
  id,
  method,
  params,
  env: { sdkVersion: '9.1.0' },
});

let close: () => void = () => undefined;
afterEach(() => {
  close();
  document.body.replaceChildren();
  jest.restoreAllMocks();
});

function open(safe: Methods, provider: Methods = {}) {
  const frame = openFrame();
  const onTooLarge = jest.fn();
  const bridge = openBridge({
    frame: () => frame.window,
    origin: ORIGIN,
    methods: { safe, provider },
    onTooLarge,
  });
  close = bridge.close;
  return {
    ...frame,
    emit: bridge.emit,
    onTooLarge,
    ask: (data: unknown, from: Sent = {}) => send(data, { source: frame.window, ...from }),
  };
}

test('DAPP-2 responds in the format of the Safe Apps SDK, and only to the listed origin', async () => {
  const { ask, answers } = open({ getChainInfo: async (params) => ({ chainId: '1', params }) });
  ask(request('a1', 'getChainInfo', { of: 'this' }));
  await until(async () => answers.length === 1, 'all answers');
  expect(answers).toEqual([
    {
      message: {
        id: 'a1',
        success: true,
        version: expect.stringMatching(/^[1-9]\d*\./),
        data: { chainId: '1', params: { of: 'this' } },
      },
      target: ORIGIN,
    },
  ]);
});

test('DAPP-2 unknown methods and failures are refused without details', async () => {
  const { ask, answers } = open({
    refused: () => Promise.reject(new DappError('a reason')),
    broken: () => Promise.reject(new Error('https://node.example/secret-key')),
  });
  const methods = ['eth_sign', 'getSafeBalances', 'constructor', '__proto__', 'refused', 'broken'];
  for (const method of methods) ask(request(method, method));
  await until(async () => answers.length === methods.length, 'all answers');
  const errors = Object.fromEntries(answers.map(({ message }) => [message.id, message.error]));
  expect(errors).toEqual({
    eth_sign: 'The method eth_sign does not exist here',
    getSafeBalances: 'The method getSafeBalances does not exist here',
    constructor: 'The method constructor does not exist here',
    ['__proto__']: 'The method __proto__ does not exist here',
    refused: 'a reason',
    broken: 'The request failed',
  });
  expect(answers.every(({ message }) => message.success === false)).toBe(true);
});

test('DAPP-5 answers JSON-RPC with a result, or with the code and data of an error', async () => {
  const { ask, answers } = open(
    { both: async () => 'safe' },
    {
      both: async (params) => ['provider', params],
      nothing: async () => undefined,
      refused: () => Promise.reject(new DappError('a reason', { code: 4100, data: '0x01' })),
      broken: () => Promise.reject(new Error('https://node.example/secret-key')),
    },
  );
  const call = (id: string, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
  for (const data of [
    call('a', 'both', [1]),
    call('b', 'nothing'),
    call('c', 'refused'),
    call('d', 'broken'),
    call('e', 'constructor'),
    request('a', 'both'),
  ])
    ask(data);
  // Neither protocol: another version, a number as ID, and a notification.
  for (const data of [
    { ...call('f', 'both'), jsonrpc: '1.0' },
    { ...call('f', 'both'), id: 7 },
    { jsonrpc: '2.0', method: 'both' },
  ])
    ask(data);
  await until(async () => answers.length === 6, 'all answers');
  expect(answers.every(({ target }) => target === ORIGIN)).toBe(true);
  const rpc = { jsonrpc: '2.0' };
  expect(
    answers.map(({ message }) => message).sort((x, y) => (String(x.id) < String(y.id) ? -1 : 1)),
  ).toEqual(
    expect.arrayContaining([
      { ...rpc, id: 'a', result: ['provider', [1]] },
      { id: 'a', success: true, version: expect.any(String), data: 'safe' },
      { ...rpc, id: 'b', result: null },
      { ...rpc, id: 'c', error: { code: 4100, message: 'a reason', data: '0x01' } },
      { ...rpc, id: 'd', error: { code: -32603, message: 'The request failed' } },
      { ...rpc, id: 'e', error: { code: 4200, message: 'The method constructor does not exist here' } },
    ]),
  );
});

test('DAPP-5 sends events only to a page that has used the provider, until the bridge closes', async () => {
  const { ask, answers, emit } = open({ one: async () => 1 }, { one: async () => 1 });
  emit('chainChanged', '0x1');
  ask(request('a', 'one'));
  emit('chainChanged', '0x2');
  await until(async () => answers.length === 1, 'the answer');
  expect(answers[0]?.message).toMatchObject({ id: 'a', success: true });
  ask({ jsonrpc: '2.0', id: 'b', method: 'one' });
  emit('chainChanged', '0x3');
  close();
  emit('chainChanged', '0x4');
  expect(answers.slice(1)).toEqual([
    { message: { jsonrpc: '2.0', method: 'chainChanged', params: '0x3' }, target: ORIGIN },
  ]);
});

test('DAPP-2 ignores messages from other windows or origins', async () => {
  const run = jest.fn(async () => null);
  const { ask, answers, window: own } = open({ signMessage: run });
  const other = openFrame();
  const message = request('a1', 'signMessage', { message: 'hello' });
  ask(message, { origin: 'https://evil.example' });
  ask(message, { origin: 'https://dapp.example.evil.example' });
  ask(message, { origin: 'http://dapp.example' });
  ask(message, { origin: 'https://dapp.example:8443' });
  ask(message, { origin: 'null' });
  ask(message, { origin: '' });
  ask(message, { source: other.window });
  ask(message, { source: window });
  ask(message, { source: null });
  // Messages arrive in order, so any earlier message would already have been handled.
  send(request('last', 'none'), { source: own });
  await until(async () => answers.length === 1, 'all answers');
  expect(answers[0]?.message.id).toBe('last');
  expect(run).not.toHaveBeenCalled();
  expect(other.answers).toEqual([]);
});

test('DAPP-2 does not respond to malformed or forged requests', async () => {
  const run = jest.fn(async () => null);
  const { ask, answers, window: own } = open({ getSafeInfo: run });
  for (const data of [
    null,
    'getSafeInfo',
    7,
    [],
    { method: 'getSafeInfo' },
    request(7, 'getSafeInfo'),
    request('', 'getSafeInfo'),
    request({ toString: 'a1' }, 'getSafeInfo'),
    request('x'.repeat(65), 'getSafeInfo'),
    request('a1', 'x'.repeat(65)),
  ])
    ask(data);
  send(request('last', 'none'), { source: own });
  await until(async () => answers.length === 1, 'all answers');
  expect(answers[0]?.message.id).toBe('last');
  expect(run).not.toHaveBeenCalled();
});

test('DAPP-2 a message that is too large closes the bridge, so that no further message is read', async () => {
  const cycle: Record<string, unknown> = { id: 'a1', method: 'getSafeInfo' };
  cycle.params = cycle;
  const zeros = Array.from({ length: 30_000 }, () => 0);
  for (const data of [
    request('a1', 'getSafeInfo', 'x'.repeat(MESSAGE_CHARACTERS)),
    request('a1', 'getSafeInfo', new ArrayBuffer(8)),
    request('a1', 'getSafeInfo', zeros),
    request('a1', 'getSafeInfo', Object.fromEntries(zeros.map((_, index) => [`n${index}`, 0]))),
    cycle,
  ]) {
    const run = jest.fn(async () => null);
    const { ask, answers, onTooLarge } = open({ getSafeInfo: run });
    ask(data, { origin: 'https://other.example' });
    expect(onTooLarge).not.toHaveBeenCalled();
    ask(data);
    expect(onTooLarge).toHaveBeenCalledTimes(1);
    ask(request('a2', 'getSafeInfo'));
    ask(data);
    await new Promise((resolve) => setTimeout(resolve));
    expect([run.mock.calls, answers, onTooLarge.mock.calls.length]).toEqual([[], [], 1]);
  }
});

test('DAPP-2 reads the data only of messages from the DApp, and within the limit', () => {
  const { window: source } = open({ getSafeInfo: async () => null });
  let reads = 0;
  const sendWatched = (init: MessageEventInit) => {
    const event = new MessageEvent('message', init);
    Object.defineProperty(event, 'data', { get: () => (reads += 1) });
    window.dispatchEvent(event);
  };
  sendWatched({ origin: 'https://other.example', source });
  sendWatched({ origin: ORIGIN, source: window });
  expect(reads).toBe(0);
  for (let index = 0; index < 1_000; index += 1) sendWatched({ origin: ORIGIN, source });
  expect(reads).toBe(600);
});

test('DAPP-2 an ID that is still open belongs to the first request', async () => {
  const finish: ((value: string) => void)[] = [];
  const { ask, answers } = open({ slow: () => new Promise((resolve) => finish.push(resolve)) });
  ask(request('a1', 'slow'));
  ask(request('a1', 'slow'));
  ask(request('a1', 'none'));
  expect(finish).toHaveLength(1);
  finish[0]?.('first');
  await until(async () => answers.length === 1, 'all answers');
  expect(answers[0]?.message).toMatchObject({ id: 'a1', success: true, data: 'first' });
  ask(request('a1', 'none'));
  await until(async () => answers.length === 2, 'all answers');
});

test('DAPP-2 limits open requests, and ignores a flood until it ends', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const { ask, answers } = open({ slow: () => new Promise(() => undefined), fast: async () => 1 });
  for (let index = 0; index < 102; index += 1) ask(request(`s${index}`, 'slow'));
  expect(answers.map(({ message }) => message.error)).toEqual([
    'Too many open requests',
    'Too many open requests',
  ]);
  for (let index = 0; index < 10_000; index += 1) ask(request(`f${index}`, 'fast'));
  expect(answers.length).toBeLessThan(600);
  const before = answers.length;
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000 + 10_001);
  ask(request('after', 'fast'));
  expect(answers).toHaveLength(before + 1);
});

test('DAPP-2 neither handles nor responds to anything after the frame closes', async () => {
  let finish: (text: string) => void = () => undefined;
  const { ask, answers } = open({
    slow: () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
  });
  ask(request('a1', 'slow'));
  close();
  finish('too late');
  ask(request('a2', 'slow'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toEqual([]);
});

test('DAPP-2 the size of a message counts its strings, names, and values', () => {
  expect(isSmall({ id: 'a', params: [1, 'two', { three: null }] })).toBe(true);
  expect(isSmall({ ['n'.repeat(MESSAGE_CHARACTERS + 1)]: 1 })).toBe(false);
  expect(isSmall(new Blob(['x']))).toBe(false);
  expect(isSmall(new Uint8Array(4))).toBe(false);
});

test('DAPP-2 refuses values that are nested too deep to be written as JSON, which would fail the requests that nodes get with them', () => {
  const nested = (depth: number) => {
    let value: unknown = 0;
    for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
    return value;
  };
  expect(isSmall(nested(100))).toBe(true);
  expect(isSmall(nested(101))).toBe(false);
  expect(isSmall(nested(20_000))).toBe(false);
});

test('DAPP-2 refuses numbers of more than 256 bits, which are slow to write', () => {
  for (const size of [2n ** 256n, -(2n ** 256n), 1n << 4_000_000n])
    expect(isSmall({ message: [{ value: size }] })).toBe(false);
  expect(isSmall({ message: [2n ** 256n - 1n, -(2n ** 255n), 0n] })).toBe(true);
});

test('DAPP-2 refuses a huge message before copying its values', () => {
  const entries = jest.spyOn(Object, 'entries');
  const wide: unknown[] = [];
  for (let index = 0; index < 20_000; index += 1) wide.push(wide);
  const reads: string[] = [];
  const watched = new Proxy(new Array(5_000_000), {
    get: (target, name, receiver) => {
      reads.push(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
  expect(isSmall(watched)).toBe(false);
  expect(reads).toEqual(['length']);
  // Each value counts as soon as it's found, so repeated objects can't multiply.
  expect(isSmall(wide)).toBe(false);
  expect(isSmall(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`n${index}`, 0])))).toBe(
    false,
  );
  expect(entries).not.toHaveBeenCalled();
  entries.mockRestore();
});

test('DAPP-2 refuses maps and sets, because no method uses them', () => {
  expect(isSmall({ params: new Map([[1, 2]]) })).toBe(false);
  expect(isSmall([new Set([1])])).toBe(false);
});

test('DAPP-2 a transaction’s calldata has at most the size that nodes accept', () => {
  const read = (bytes: number) => {
    const to = '0x00000000000000000000000000000000000000bb';
    return readParams('sendTransactions', { txs: [{ to, data: `0x${'00'.repeat(bytes)}` }] }).txs.length;
  };
  expect(read(128 * 1024)).toBe(1);
  expect(() => read(128 * 1024 + 1)).toThrow(DappError);
});
