let steps = 0;

/** Notes that this page went on to another path without loading anew, or back to one. */
export function noteStep(direction: 'on' | 'back'): void {
  steps = Math.max(0, steps + (direction === 'on' ? 1 : -1));
}

/** Whether the step back in this tab's history leads to a page of this site (SITE-10). */
export function canGoBack(): boolean {
  // The Navigation API lists this origin's own entries; where it is missing, a page that was reached by a link says so.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation) return navigation.canGoBack;
  if (steps > 0) return true;
  return document.referrer !== '' && new URL(document.referrer).origin === window.location.origin;
}
