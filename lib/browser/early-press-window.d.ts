interface Window {
  /** Presses what was pressed before the page's code came (lib/preferences/visit-script.ts); nothing the second time. */
  pressAgain?: () => void;
}
