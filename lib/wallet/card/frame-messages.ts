/** Paths of the pages that show card numbers and encrypt PINs, on the host of `program.frameOrigin`. */
export const CARD_FRAME_PATH = '/api/card/frame';
export const PIN_FRAME_PATH = '/api/card/pinFrame';

/** What the frame shows, in the page's language. */
export type FrameWords = Record<'number' | 'expiry' | 'cvc' | 'pin' | 'copy', string>;

/** What the frame for PINs shows. */
export type PinWords = Record<'pin' | 'again' | 'submit' | 'digits' | 'differs', string>;

/** A message of a frame: it is ready, has a nonce of the issuer's script, shows what it should, has encrypted a PIN, or failed. */
export type FrameMessage =
  | { kind: 'ready' }
  | { kind: 'nonce'; nonce: string; version: string }
  | { kind: 'shown' }
  | { kind: 'encrypted'; encryptedPin: string }
  | { kind: 'failed' };

/** A message to a frame: what to show, or the secret for its nonce. */
export type FrameRequest =
  | { kind: 'card'; card: string; hasPin: boolean; isDark: boolean; words: FrameWords }
  | { kind: 'key'; secret: string }
  | { kind: 'pin'; isDark: boolean; language: string; words: PinWords };

/**
 * Returns a message that comes from the frame itself, or null for any other. Everything else that sends messages to the page,
 * such as an extension, is ignored.
 */
export function readFrameMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: { window: unknown; origin: string },
): FrameMessage | null {
  if (source === null || source !== frame.window || origin !== frame.origin) return null;
  if (typeof data !== 'object' || data === null) return null;
  const { kind, nonce, version, encryptedPin } = data as Record<string, unknown>;
  if (kind === 'ready' || kind === 'shown' || kind === 'failed') return { kind };
  if (kind === 'encrypted' && typeof encryptedPin === 'string') return { kind, encryptedPin };
  return kind === 'nonce' && typeof nonce === 'string' && typeof version === 'string'
    ? { kind, nonce, version }
    : null;
}
