import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Address, Hex } from 'viem';
import type { IceServers } from '@/lib/wallet/calls/call-mesh';
import type { CallDevice, CallSignal, SignalTarget } from '@/lib/wallet/calls/signal';
import { findBrowser } from '@/scripts/find-browser';

/** Browsers allow the microphone on localhost. Nothing listens on this port: the test serves the pages. */
const ORIGIN = 'http://localhost:9';
export const CONVERSATION = '5e'.repeat(16);

/** A person's browser and device, and the tone of the microphone in Hz. */
export type Caller = { page: Page; self: CallDevice; hz: number };

const SAMPLE_RATE = 48_000;
const SECONDS = 2;
/** The tone plays in the first half of each period, because noise suppression removes a constant tone. */
const PULSE_SAMPLES = SAMPLE_RATE / 2;

/** Returns a WAV file with a pulsing tone (PCM, 16 bits, mono). */
function toneFile(hz: number): Buffer {
  const samples = SAMPLE_RATE * SECONDS;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index++) {
    const isOn = index % PULSE_SAMPLES < PULSE_SAMPLES / 2;
    const value = isOn ? 0.5 * Math.sin((2 * Math.PI * hz * index) / SAMPLE_RATE) : 0;
    file.writeInt16LE(Math.round(value * 32_767), 44 + index * 2);
  }
  return file;
}

/**
 * Starts a browser with a tone as its microphone input, and with permission to use it. Writes the sound file to
 * `dir`.
 */
export async function launchWithTone(dir: string, hz: number): Promise<Browser> {
  const file = path.join(dir, `${hz}.wav`);
  await writeFile(file, toneFile(hz));
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

/** Returns the page's script, a bundle of the wallet's real call code. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['tests/support/call-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Browsers in a call. The test delivers their signals in order and records them. */
export type CallWorld = {
  callers: Caller[];
  signals: { from: CallDevice; to: SignalTarget; signal: CallSignal }[];
  close: () => Promise<void>;
};

/** Starts one browser for each tone, which is its microphone input. */
export async function startCallers(
  tones: readonly number[],
  { iceServers, isRelayed }: { iceServers: IceServers; isRelayed: boolean },
): Promise<CallWorld> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-calls-'));
  const script = await pageScript();
  const browsers: Browser[] = [];
  const callers: Caller[] = [];
  const signals: CallWorld['signals'] = [];
  const deliver = async (from: CallDevice, to: SignalTarget, signal: CallSignal) => {
    signals.push({ from, to, signal });
    const origin = { ...from, conversation: CONVERSATION };
    for (const { page, self } of callers)
      if ('device' in to ? to.device === self.device : to.accounts.includes(self.account))
        await page.evaluate(([sender, value]) => window.callPage.receive(sender, value), [
          origin,
          signal,
        ] as const);
  };
  for (const [index, hz] of tones.entries()) {
    const browser = await launchWithTone(dir, hz);
    browsers.push(browser);
    const page = await browser.newPage();
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Call</title>' }),
    );
    const digit = String(index + 1);
    const self: CallDevice = {
      account: `0x${digit.repeat(40)}` as Address,
      device: `0x${digit.repeat(64)}` as Hex,
    };
    await page.exposeFunction('sendSignal', (to: SignalTarget, signal: CallSignal) =>
      deliver(self, to, signal),
    );
    await page.exposeFunction('fetchIceServers', () => iceServers);
    // Load the messages page, because calls would otherwise navigate to it.
    await page.goto(`${ORIGIN}/wallet/messages`);
    await page.addScriptTag({ content: script });
    callers.push({ page, self, hz });
  }
  const members = callers.map(({ self }) => self);
  for (const { page, self } of callers)
    await page.evaluate(([own, all, relayed]) => window.callPage.connect(own, all, relayed), [
      self,
      members,
      isRelayed,
    ] as const);
  return {
    callers,
    signals,
    close: async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}
