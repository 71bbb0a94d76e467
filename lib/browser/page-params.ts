import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

type Change = Readonly<Record<string, string | null>>;

const CHANGED = 'tidewell:place';

/**
 * Returns the search params that this page wrote last, or those of the URL. They differ for a moment after two quick
 * changes: Next.js commits each in a transition and then writes its URL again, so the first change overwrites the second
 * in the address bar until the second is committed. It keeps the entry's state, though, and removes it when it navigates.
 */
export const readPageParams = (): URLSearchParams =>
  new URLSearchParams(window.history.state?.search ?? window.location.search);

function changed(change: Change): URLSearchParams {
  const params = readPageParams();
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

/** Replaces all search params and the current history entry, so that Back leaves the page. */
export function replacePageParams(params: URLSearchParams): void {
  const { pathname } = window.location;
  window.history.replaceState({ search: `${params}` }, '', params.size > 0 ? `?${params}` : pathname);
  window.dispatchEvent(new Event(CHANGED));
}

/** Updates search params and replaces the current history entry, so that Back leaves the page. Null removes a param. */
export const updatePageParams = (change: Change): void => replacePageParams(changed(change));

/** Updates search params and adds a history entry, so that Back returns here. Null removes a param. */
export function pushPageParams(change: Change): void {
  const search = `${changed(change)}`;
  window.history.pushState({ search }, '', `?${search}`);
  window.dispatchEvent(new Event(CHANGED));
}

/** Removes a search param from the URL without rendering again. Returns its value, or null if there was none. */
export function takePageParam(name: string): string | null {
  const url = new URL(window.location.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  window.history.replaceState({ ...window.history.state, search: undefined }, '', url);
  return value;
}

/**
 * React hook that returns the search params. Changes made by this page take effect immediately. Next.js reports changes
 * in a transition, and on a busy page the delay would make a selection briefly revert.
 */
export function usePageParams(): URLSearchParams {
  const fromRouter = useSearchParams();
  const [latest, setLatest] = useState<{ fromRouter: URLSearchParams; place: URLSearchParams } | null>(null);
  const update = useEffectEvent(() => setLatest({ fromRouter, place: readPageParams() }));
  useLayoutEffect(() => {
    // The router may report a change that this page has already replaced by a later one.
    if (![undefined, `${fromRouter}`].includes(window.history.state?.search)) update();
  }, [fromRouter]);
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
