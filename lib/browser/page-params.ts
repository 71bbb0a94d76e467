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

/** Replaces all search params and the current history entry, so that Back leaves the page. */
export function replacePageParams(params: URLSearchParams): void {
  window.history.replaceState(null, '', params.size > 0 ? `?${params}` : window.location.pathname);
  window.dispatchEvent(new Event(CHANGED));
}

/** Updates search params and replaces the current history entry, so that Back leaves the page. Null removes a param. */
export const updatePageParams = (change: Change): void => replacePageParams(changed(change));

/** Updates search params and adds a history entry, so that Back returns here. Null removes a param. */
export function pushPageParams(change: Change): void {
  window.history.pushState(null, '', `?${changed(change)}`);
  window.dispatchEvent(new Event(CHANGED));
}

/**
 * React hook that returns the search params. Changes made by this page take effect immediately. Next.js reports changes
 * in a transition, and on a busy page the delay would make a selection briefly revert.
 */
export function usePageParams(): URLSearchParams {
  const fromRouter = useSearchParams();
  const [latest, setLatest] = useState<{ fromRouter: URLSearchParams; place: URLSearchParams } | null>(null);
  const update = useEffectEvent(() =>
    setLatest({ fromRouter, place: new URLSearchParams(window.location.search) }),
  );
  useEffect(() => {
    const onChanged = () => update();
    window.addEventListener(CHANGED, onChanged);
    return () => window.removeEventListener(CHANGED, onChanged);
  }, []);
  return latest?.fromRouter === fromRouter ? latest.place : fromRouter;
}

/** Returns the chain ID in the URL, or null if there is none. */
export function readChainId(params: Pick<URLSearchParams, 'get'>): number | null {
  const chain = params.get('chain') ?? '';
  return /^[1-9]\d{0,14}$/.test(chain) ? Number(chain) : null;
}
