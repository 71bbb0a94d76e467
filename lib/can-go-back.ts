/** Whether the step back in this tab's history leads to a page of this site (SITE-10). */
export function canGoBack(): boolean {
  // The Navigation API lists this origin's own entries; where it is missing, a page that was reached by a link says so.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation) return navigation.canGoBack;
  return document.referrer !== '' && new URL(document.referrer).origin === window.location.origin;
}
