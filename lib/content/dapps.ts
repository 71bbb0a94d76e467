import listed from '@/config/dapps.json';
import type { Locale } from '@/lib/i18n/routing';

/** A text for every language, or one for each. */
type LocalText = string | Readonly<Partial<Record<Locale, string>>>;

/** A DApp that the operator lists (config/dapps.json). The server validates the file before it starts. */
export type Dapp = {
  /** Identifies the DApp in the URL. */
  slug: string;
  /** The only origin that the DApp's frame may be at. */
  origin: string;
  /** Where the DApp starts at its origin. Defaults to `/`. */
  path?: string;
  name: LocalText;
  description: LocalText;
  /** Path of a picture on this site. */
  icon: string | null;
  /** Chain IDs that the DApp may use. */
  networks: readonly number[];
};

export const dapps: readonly Dapp[] = listed;

export const hasDapps = dapps.length > 0;

/** Returns the text in a language. */
export const localText = (text: LocalText, locale: Locale): string =>
  typeof text === 'string' ? text : (text[locale] ?? '');
