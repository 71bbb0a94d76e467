import { setVisitCurrency } from '@/lib/preferences/currency';
import { setVisit } from '@/lib/preferences/visit';
import { isVisitKept } from '@/lib/preferences/visit-address';

/**
 * Has a page that the back/forward cache gives back take over the theme and currency that a shell has set since. Gives
 * back the way to stop.
 */
export function resumeVisit(): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isVisitKept()) return;
    setVisit('theme', sessionStorage.getItem('tidewell.theme'));
    setVisitCurrency(sessionStorage.getItem('tidewell.currency'));
  };
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
