interface Window {
  /** Replays clicks made before the page's code loaded (lib/preferences/visit-script.ts). Later calls do nothing. */
  pressAgain?: () => void;
}
