interface Window {
  /** Presses what was pressed before the page's code came (lib/browser/early-press.ts); nothing the second time. */
  pressAgain?: () => void;
}
