import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';

type Change = Readonly<Record<string, string | null>>;

const CHANGED = 'tidewell:place';

function changed(change: Change): URLSearchParams {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

/** Names a place in the address by these alone, in place of the one before: going back leaves the page. */
export function replaceAllParams(params: URLSearchParams): void {
  window.history.replaceState(null, '', params.size > 0 ? `?${params}` : window.location.pathname);
  window.dispatchEvent(new Event(CHANGED));
}

/** Names a place in the address, in place of the one before: going back leaves the page. Null takes a name away. */
export const replaceParams = (change: Change): void => replaceAllParams(changed(change));

/** Names a place in the address, after the one before: going back leads there. Null takes a name away. */
export function pushParams(change: Change): void {
  window.history.pushState(null, '', `?${changed(change)}`);
  window.dispatchEvent(new Event(CHANGED));
}

/**
 * The place that the address names. At once when this page names another: Next tells of it in a transition, which a busy
 * page keeps waiting, and what was chosen would spring back until then.
 */
export function usePageParams(): URLSearchParams {
  const told = useSearchParams();
  const [ahead, setAhead] = useState<{ told: URLSearchParams; place: URLSearchParams } | null>(null);
  const look = useEffectEvent(() => setAhead({ told, place: new URLSearchParams(window.location.search) }));
  useEffect(() => {
    const onChanged = () => look();
    window.addEventListener(CHANGED, onChanged);
    return () => window.removeEventListener(CHANGED, onChanged);
  }, []);
  return ahead?.told === told ? ahead.place : told;
}

/** The network that an address names, or null. */
export function readChainId(params: Pick<URLSearchParams, 'get'>): number | null {
  const chain = params.get('chain') ?? '';
  return /^[1-9]\d{0,14}$/.test(chain) ? Number(chain) : null;
}
