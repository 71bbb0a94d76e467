/** Position of the current history entry, counted from this site's first entry in the tab, if known. */
let step: number | undefined;

/** Returns the history state to pass when replacing the current entry, so that its position isn't lost. */
export const stepState = () => ({ step });

/**
 * Stores the position of the current history entry in its state, so that it is recognized when the user returns to it.
 * Call this for the first page and after each navigation.
 */
export function noteStep(): void {
  const { state, length } = window.history;
  // A page opened in a new tab has no history, even if its referrer is a page of this site.
  const first = () => Number(length > 1 && document.referrer.startsWith(`${window.location.origin}/`));
  step = state?.step ?? (step === undefined ? first() : step + 1);
  window.history.replaceState({ ...state, step }, '');
}

/** Returns whether going back leads to a page of this site (SITE-10). */
export function canGoBack(): boolean {
  // The Navigation API lists only entries of this origin. Browsers without it use the counted position.
  const navigation: Navigation | undefined = window.navigation;
  return navigation ? navigation.canGoBack : (step ?? 0) > 0;
}
