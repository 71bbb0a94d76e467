import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { PageMessage } from '@/lib/embed/shell-messages';
import { SHELL_ORIGIN } from '../e2e-site';

export type Envelope = PageMessage & { source: string; version: number };

/** The bridges that native shells inject before the page's scripts run, with their real message formats. */
const ports = {
  'React Native WebView': (log: (text: string) => void) => {
    window.ReactNativeWebView = { postMessage: (text) => log(text) };
  },
  WKWebView: (log: (text: string) => void) => {
    const tidewell = { postMessage: (message: unknown) => log(JSON.stringify(message)) };
    Object.assign(window, { webkit: { messageHandlers: { tidewell } } });
  },
  'Android interface': (log: (text: string) => void) => {
    class JavaObject {
      // A Java bridge rejects a call without the right `this`.
      postMessage(text: string) {
        if (!(this instanceof JavaObject)) throw new TypeError('not a Java bridge object');
        log(text);
      }
    }
    window.TidewellAndroid = new JavaObject();
  },
};

export type NativeShell = keyof typeof ports;
export const NATIVE_SHELLS = Object.keys(ports) as NativeShell[];

/** Makes the page detect a native web view, and returns the messages that the page sends to the native side. */
export async function installNativeShell(page: Page, shell: NativeShell): Promise<Envelope[]> {
  const received: Envelope[] = [];
  await page.exposeBinding('nativeSide', (_source, text: string) => {
    received.push(JSON.parse(text));
  });
  await page.addInitScript(
    `(${ports[shell].toString()})((text) => { if (window.parent === window) nativeSide(text); })`,
  );
  return received;
}

export const own = { source: 'tidewell', version: 1 };

/** Opens a path of the site in the demo shell's phone frame. */
export async function openShell(page: Page, path: string, origin = SHELL_ORIGIN): Promise<FrameLocator> {
  await page.goto(`${origin}/?path=${encodeURIComponent(path)}`);
  return page.frameLocator('iframe[title=Tidewell]');
}

/** Messages received by the demo shell, oldest first. */
export const received = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: Record<string, unknown>[] }).received);

/** Waits until the demo shell has received a message with these fields. */
export const hears = (page: Page, message: Record<string, unknown>) =>
  expect.poll(() => received(page)).toContainEqual(expect.objectContaining({ ...own, ...message }));
