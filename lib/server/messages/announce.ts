import 'server-only';
import type { Hex } from 'viem';
import { createAnnouncer } from '../db/announcer';

/** PostgreSQL channel that announces the devices for which an item was queued. */
export const MESSAGE_CHANNEL = 'messages';
/** Device keys in one notification, 67 bytes each. */
const KEYS_PER_NOTICE = 100;

/** Notifies the streams of devices soon, without waiting for it. Call it after the transaction. */
export const announce: (keys: readonly Hex[]) => void = createAnnouncer<Hex>(
  MESSAGE_CHANNEL,
  KEYS_PER_NOTICE,
);
