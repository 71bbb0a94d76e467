import { create } from 'zustand';
import { stepState } from '@/lib/browser/can-go-back';
import { VISIT_PARAMETERS, type VisitParameter } from '@/lib/constants';

function readRoot(): Partial<Record<VisitParameter, string>> {
  if (typeof document === 'undefined') return {};
  const { embed, lang, theme, currency } = document.documentElement.dataset;
  return { embed, lang, theme, currency };
}

/** Settings of the visit, validated by lib/preferences/visit-script.ts. They override stored settings. */
export const useVisit = create<Partial<Record<VisitParameter, string>>>(readRoot);

/** Sets a validated value for the rest of the visit. Null removes it, so that the stored value applies. */
export function setVisit(name: VisitParameter, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`tidewell.${name}`);
    else sessionStorage.setItem(`tidewell.${name}`, value);
  } catch {
    // If storage is blocked, the value lasts until the page closes, or as long as URLs carry it.
  }
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  // Update the URL, too, because it would restore the old value on a reload.
  const url = new URL(window.location.href);
  if (url.searchParams.has(name)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    window.history.replaceState(stepState(), '', url);
  }
  useVisit.setState({ [name]: value ?? undefined });
}

/** Returns whether the site is embedded in an app shell, where it has no header or footer. */
const isEmbedded = () => useVisit.getState().embed === '1';

/** Returns whether session storage holds the visit's settings. If storage is blocked, URLs carry them. */
export function isVisitStored(): boolean {
  try {
    return sessionStorage.getItem('tidewell.embed') !== null;
  } catch {
    return false;
  }
}

/** Adds the visit's settings to a URL of this site as parameters if session storage can't hold them. */
export function withVisit(url: URL): URL {
  if (!isEmbedded() || isVisitStored()) return url;
  const visit = useVisit.getState();
  for (const name of VISIT_PARAMETERS) {
    const value = visit[name];
    // The path already determines the language.
    if (value !== undefined && name !== 'lang') url.searchParams.set(name, value);
  }
  return url;
}
