import { create } from 'zustand';
import { stepState } from '@/lib/browser/can-go-back';
import { VISIT_PARAMETERS, type VisitParameter } from '@/lib/constants';

function readRoot(): Partial<Record<VisitParameter, string>> {
  if (typeof document === 'undefined') return {};
  const { embed, lang, theme, currency } = document.documentElement.dataset;
  return { embed, lang, theme, currency };
}

/**
 * The visit's settings, as validated by the inline script (lib/preferences/visit-script.ts). They take precedence over
 * stored ones.
 */
export const useVisit = create<Partial<Record<VisitParameter, string>>>(readRoot);

/** Sets a validated value for the rest of the visit, or removes it (null), so that the stored one applies. */
export function setVisit(name: VisitParameter, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`tidewell.${name}`);
    else sessionStorage.setItem(`tidewell.${name}`, value);
  } catch {
    // Storage is blocked: the value lasts as long as the page, or as its URL carries it.
  }
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  // The URL would restore the old value on a reload.
  const url = new URL(window.location.href);
  if (url.searchParams.has(name)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    window.history.replaceState(stepState(), '', url);
  }
  useVisit.setState({ [name]: value ?? undefined });
}

/** Whether the site is embedded in an app shell, without header and footer. */
const isEmbedded = () => useVisit.getState().embed === '1';

/** Whether session storage holds the visit; if it is blocked, URLs carry it. */
export function isVisitStored(): boolean {
  try {
    return sessionStorage.getItem('tidewell.embed') !== null;
  } catch {
    return false;
  }
}

/** Returns a URL of this site, with the visit's parameters if nothing else would carry them. */
export function withVisit(url: URL): URL {
  if (!isEmbedded() || isVisitStored()) return url;
  const visit = useVisit.getState();
  for (const name of VISIT_PARAMETERS) {
    const value = visit[name];
    // The path determines the language.
    if (value !== undefined && name !== 'lang') url.searchParams.set(name, value);
  }
  return url;
}
