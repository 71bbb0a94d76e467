import type { ShellMessage } from '@/lib/embed/shell-messages';
import { findTransport } from '@/lib/embed/transport';

const envelope = { source: 'tidewell', version: 1 };
const LISTED = 'https://shell.example';

const top = Object.getOwnPropertyDescriptor(window, 'parent') ?? {};

afterEach(() => {
  for (const name of ['ReactNativeWebView', 'webkit', 'TidewellAndroid', 'tidewell'] as const)
    delete window[name];
  Object.defineProperty(window, 'parent', top);
});

function inFrame() {
  const parent = { postMessage: jest.fn() };
  Object.defineProperty(window, 'parent', { configurable: true, value: parent });
  return parent;
}

function hear(origins: readonly string[] = [LISTED]) {
  const heard: ShellMessage[] = [];
  const stop = findTransport(origins)?.listen((message) => heard.push(message));
  return { heard, stop };
}

function say(data: unknown, origin: string, source: unknown) {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

test('SITE-11 an ordinary tab has no shell', () => {
  expect(findTransport([LISTED])).toBeNull();
});

test('SITE-11 React Native and Android receive a JSON string, WKWebView an object', () => {
  const text = jest.fn();
  const object = jest.fn();
  window.ReactNativeWebView = { postMessage: text };
  findTransport([])?.post({ type: 'close' });
  expect(text).toHaveBeenLastCalledWith('{"source":"tidewell","version":1,"type":"close"}');
  delete window.ReactNativeWebView;
  window.webkit = { messageHandlers: { tidewell: { postMessage: object } } };
  findTransport([])?.post({ type: 'close' });
  expect(object).toHaveBeenLastCalledWith({ ...envelope, type: 'close' });
  delete window.webkit;
  window.TidewellAndroid = { postMessage: text };
  findTransport([])?.post({ type: 'close' });
  expect(text).toHaveBeenCalledTimes(2);
});

test("SITE-11 ignores another app's handlers in a WKWebView", () => {
  window.webkit = { messageHandlers: {} };
  expect(findTransport([LISTED])).toBeNull();
});

test('SITE-11 a native shell can send only known messages, and only through window.tidewell', () => {
  window.ReactNativeWebView = { postMessage: jest.fn() };
  const { heard, stop } = hear();
  window.tidewell?.receive({ ...envelope, type: 'back' });
  window.tidewell?.receive('back');
  say({ ...envelope, type: 'close-dialog' }, LISTED, window);
  expect(heard).toEqual([{ type: 'back' }]);
  stop?.();
  expect(window.tidewell).toBeUndefined();
});

test('SITE-11 a framed page posts only to listed origins, never to every origin', () => {
  const parent = inFrame();
  window.ReactNativeWebView = { postMessage: jest.fn() };
  findTransport([LISTED, 'https://other.example'])?.post({ type: 'close' });
  expect(parent.postMessage.mock.calls).toEqual([
    [{ ...envelope, type: 'close' }, LISTED],
    [{ ...envelope, type: 'close' }, 'https://other.example'],
  ]);
  expect(window.ReactNativeWebView.postMessage).not.toHaveBeenCalled();
});

test('SITE-11 a framed page has no transport if no origin is listed', () => {
  inFrame();
  expect(findTransport([])).toBeNull();
});

test('SITE-11 a framed page accepts messages only from its parent at a listed origin', () => {
  const parent = inFrame();
  const { heard, stop } = hear();
  const back = { ...envelope, type: 'back' };
  say(back, 'https://evil.example', parent);
  say(back, `${LISTED}.evil.example`, parent);
  say(back, 'null', parent);
  say(back, LISTED, window);
  say(back, LISTED, null);
  say({ ...back, type: 'other' }, LISTED, parent);
  expect(heard).toEqual([]);
  say(back, LISTED, parent);
  expect(heard).toEqual([{ type: 'back' }]);
  stop?.();
  say(back, LISTED, parent);
  expect(heard).toHaveLength(1);
});
