import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { Leader, type LeaderTask } from '../db/leader';
import { type Loop, startLoop } from '../loop';
import { pushAlerts } from './push-alerts';
import { pushKeys } from './push-key';
import { pushMessages } from './push-messages';
import { createMoneyPush } from './push-money';

const MESSAGES_MS = 2_000;
const ALERTS_MS = 5_000;
const MONEY_MS = 12_000;

/** Advisory lock of the instance that sends push messages. */
const PUSH_LOCK = 7_433_909n;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.push');
const registry = globalThis as typeof globalThis & { [key]?: Leader | undefined };

/**
 * The jobs write over the pools, not over the leader's connection. Each takes what it pushes with one statement, so two instances at
 * once push a message or an alert only once, and money twice at worst.
 */
function createTask(): LeaderTask {
  let loops: Loop[] = [];
  return {
    start: () => {
      loops = [
        ...(serverEnv().MESSAGES_ENABLED === '1'
          ? [startLoop(MESSAGES_MS, pushMessages, 'pushing messages')]
          : []),
        startLoop(ALERTS_MS, pushAlerts, 'pushing price alerts'),
        startLoop(MONEY_MS, createMoneyPush(), 'pushing received money'),
      ];
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Starts to send push messages, or to wait until the instance that sends them ends, if push is turned on. */
export async function startPushJobs(): Promise<void> {
  await stopPushJobs();
  if (pushKeys() === null) return;
  registry[key] = new Leader({ lock: PUSH_LOCK, work: 'the push messages', makeTask: createTask });
  registry[key].start();
}

export async function stopPushJobs(): Promise<void> {
  const leader = registry[key];
  delete registry[key];
  await leader?.stop();
}
