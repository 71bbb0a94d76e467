import type { DialogName } from '@/lib/browser/dialogs';
import { isLangKey, type LangKey, type Locale } from '@/lib/i18n/routing';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/**
 * Messages between the embedded site and its app shell (SITE-11), documented for shell authors in docs/embedding.md. A
 * change that an old shell would misread raises the version.
 */
export const PROTOCOL = { source: 'tidewell', version: 1 } as const;

/** Page to shell. Contains no token, amount or balance. */
export type PageMessage =
  | { type: 'ready'; path: string; locale: Locale; theme: 'light' | 'dark' }
  /** `path` as in the URL, including the query but not the visit's parameters. */
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
  | { type: 'external-link'; url: string }
  | { type: 'close' };

export type Post = (message: PageMessage) => void;

/** From shell to page: nothing that moves money, signs in or opens a page. */
export type ShellMessage =
  | { type: 'back' }
  | { type: 'close-dialog' }
  | { type: 'set-theme'; theme: 'light' | 'dark' | 'system' }
  | { type: 'set-language'; lang: LangKey }
  | { type: 'set-currency'; currency: string };

/** Parses a message to its known fields; null for any other version or shape. */
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
