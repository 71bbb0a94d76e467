/** Position of the current history entry after the first entry of this site in the tab, as far as known. */
let step: number | undefined;

/** History state of an entry; keep it when replacing the entry. */
export const stepState = () => ({ step });

/**
 * Counts the current history entry and stores its number in its history state, so that it is recognized however it is
 * reached again. Call it for the first path and after each navigation.
 */
export function noteStep(): void {
  const { state, length } = window.history;
  // A page opened in a new tab has no history, although it was reached by a link.
  const first = () => Number(length > 1 && document.referrer.startsWith(`${window.location.origin}/`));
  step = state?.step ?? (step === undefined ? first() : step + 1);
  window.history.replaceState({ ...state, step }, '');
}

/** Returns whether going back leads to a page of this site (SITE-10). */
export function canGoBack(): boolean {
  // The Navigation API lists the entries of this origin; without it, the count decides.
  const navigation: Navigation | undefined = window.navigation;
  return navigation ? navigation.canGoBack : (step ?? 0) > 0;
}
