import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callSite, tokenOn } from '@/tests/support/site-instance';
import type { Fault } from './fault';
import { timeUntil } from './probe';

/** Where Debian's package `libfaketime` puts the library. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
const findLibrary = () => LIBRARIES.find((file) => existsSync(file));

/** Returns the settings of an instance whose clock is what `file` says, and none if libfaketime isn't installed. */
export async function clockEnv(file: string): Promise<Record<string, string>> {
  const library = findLibrary();
  if (!library) return {};
  await writeFile(file, '+0');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // A real change of the clock doesn't move the monotonic clock of timers either.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** Returns how far the clock of an instance is ahead of this machine's, in minutes. */
async function minutesAhead(origin: string): Promise<number> {
  const { headers } = await fetch(`${origin}/api/health/live`);
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000);
}

/** Moves the clock of the first instance. A session must hold on both instances meanwhile. */
export function clockFault(file: string, offset: '+5m' | '-5m'): Fault {
  let token = '';
  return {
    name: `the clock of an instance is ${offset === '+5m' ? 'five minutes fast' : 'five minutes slow'}`,
    expected: 'ready',
    // A sign-in that starts on one instance and ends on the other: its message is expired, or from the future.
    excuses: ['400 from POST /user/login'],
    signs: [
      {
        series: 'tidewell_clock_offset_seconds',
        isShown: (value, instance) =>
          Math.abs(value - (instance === 0 ? Number.parseInt(offset, 10) * 60 : 0)) < 2,
        polls: 'all',
        // The other instance's clock stays correct, so its series keeps showing the fault.
        lasts: true,
      },
    ],
    impossible: () => (findLibrary() ? null : 'needs libfaketime'),
    start: async ({ instances: [first] }) => {
      // Before, because a limit that is used up under a fast clock lasts until that clock's time.
      token ||= await tokenOn(first.origin, demoAccount(8));
      await writeFile(file, offset);
      return () => writeFile(file, '+0');
    },
    probe: async ({ instances }, when) => {
      const expected = when === 'during' ? Number.parseInt(offset, 10) : 0;
      // Node.js caches the Date header for up to a second.
      const isMoved =
        (await timeUntil(async () => (await minutesAhead(instances[0].origin)) === expected, 5_000)) !== null;
      const answers = await Promise.all(
        instances.map(({ origin }) => callSite(origin, '/user/info', { token })),
      );
      const codes = answers.map(({ code }) => code);
      return {
        seen: `clock ${isMoved ? '' : 'not '}${expected} min off ${when}, a session: ${codes.join(' and ')}`,
        isRight: isMoved && codes.every((code) => code === 200),
      };
    },
  };
}
