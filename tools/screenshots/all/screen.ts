import type { Page } from 'playwright';
import type en from '@/messages/en.json';
import type { Network } from './network';

export type Wording = typeof en;

/** Who looks at a screen: a visitor, an account with positions in everything, or an account that holds nothing. */
export type Viewer = 'visitor' | 'holder' | 'newcomer';

export const widths = [360, 768, 1440] as const;
export type Width = (typeof widths)[number];

/** One screen in one state. It is captured in every language, theme, and width. */
export type Screen = {
  /** File names start with `<screen>-<state>`. */
  screen: string;
  state: string;
  path: string;
  viewer: Viewer;
  /** Whether the chains' nodes and the API respond. The default is `up`. */
  network?: Network;
  /** Widths at which the screen exists. The default is all. */
  widths?: readonly Width[];
  /** Whether to capture the window instead of the whole page: for dialogs. */
  isWindow?: boolean;
  /** Whether the guided tour of the local demo is shown. */
  hasGuide?: boolean;
  /** Whether the state requires a transaction. Only one such screen is prepared at a time, because of its nonce. */
  isSending?: boolean;
  /** Puts the loaded page in the state. */
  prepare?: (page: Page, wording: Wording) => Promise<void>;
};

/** Returns a pattern for a message whose placeholders may have any value. */
export const like = (message: string): RegExp =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
