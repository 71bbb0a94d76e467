import type { DialogName } from '@/lib/browser/dialogs';
import type { HapticStyle } from '@/lib/browser/haptics';
import { isLangKey, type LangKey, type Locale } from '@/lib/i18n/routing';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/**
 * Envelope of messages between the embedded site and its app shell (SITE-11). docs/embedding.md documents them for
 * shell authors. Increase the version for changes that older shells would misinterpret.
 */
export const PROTOCOL = { source: 'tidewell', version: 1 } as const;

/** Messages from the page to the shell. They contain no session token, amount, balance, or content of a message. */
export type PageMessage =
  | { type: 'ready'; path: string; locale: Locale; theme: 'light' | 'dark' }
  /** `path` is the URL path with its query, but without the visit parameters (embed, lang, theme, currency) and amounts. */
  | { type: 'navigate'; path: string; locale: Locale; title: string }
  | { type: 'session'; state: 'anonymous' }
  | { type: 'session'; state: 'loggedIn'; address: string }
  | { type: 'dialog'; name: DialogName; open: boolean }
  | {
      type: 'transaction';
      chainId: number;
      hash: string;
      kind: LedgerEntry['kind'];
      state: LedgerEntry['status'];
    }
  | { type: 'haptic'; style: HapticStyle }
  | { type: 'messages'; unread: number }
  | { type: 'external-link'; url: string }
  | { type: 'close' };

export type Post = (message: PageMessage) => void;

/** Messages from the shell to the page. None of them can move money, sign in, or open a page. */
export type ShellMessage =
  | { type: 'back' }
  | { type: 'close-dialog' }
  | { type: 'set-theme'; theme: 'light' | 'dark' | 'system' }
  | { type: 'set-language'; lang: LangKey }
  | { type: 'set-currency'; currency: string };

/** Parses a message and keeps only known fields. Returns null for any other version or format. */
export function asShellMessage(value: unknown): ShellMessage | null {
  if (typeof value !== 'object' || value === null) return null;
  const { source, version, type, theme, lang, currency } = value as Record<string, unknown>;
  if (source !== PROTOCOL.source || version !== PROTOCOL.version) return null;
  if (type === 'back' || type === 'close-dialog') return { type };
  if (type === 'set-theme' && (theme === 'light' || theme === 'dark' || theme === 'system'))
    return { type, theme };
  if (type === 'set-language' && typeof lang === 'string' && isLangKey(lang)) return { type, lang };
  if (type === 'set-currency' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))
    return { type, currency };
  return null;
}
