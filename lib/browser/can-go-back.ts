/** How far the entry that shows lies beyond the first of this site in the tab's history, as far as is known. */
let step: number | undefined;

/** History state of an entry; keep it when replacing the entry. */
export const stepState = () => ({ step });

/**
 * Counts the entry that now shows. Its number stands in its history state, so that it is known again when it shows anew,
 * whichever way it was reached. To be called for the first path and each one after it.
 */
export function noteStep(): void {
  const { state, length } = window.history;
  // A page opened in a new tab was reached by a link, and has nothing behind it all the same.
  const first = () => Number(length > 1 && document.referrer.startsWith(`${window.location.origin}/`));
  step = state?.step ?? (step === undefined ? first() : step + 1);
  window.history.replaceState({ ...state, step }, '');
}

/** Returns whether going back leads to a page of this site (SITE-10). */
export function canGoBack(): boolean {
  // The Navigation API lists this origin's own entries; where it is missing, the count tells.
  const navigation: Navigation | undefined = window.navigation;
  return navigation ? navigation.canGoBack : (step ?? 0) > 0;
}
