import { create } from 'zustand';
import { stepState } from '@/lib/browser/can-go-back';
import { VISIT_PARAMETERS, type VisitParameter } from '@/lib/constants';

function readRoot(): Partial<Record<VisitParameter, string>> {
  if (typeof document === 'undefined') return {};
  const { embed, lang, theme, currency } = document.documentElement.dataset;
  return { embed, lang, theme, currency };
}

/** What this visit asked for, as the inline script found and checked it (lib/preferences/visit-script.ts). It wins over what is stored. */
export const useVisit = create<Partial<Record<VisitParameter, string>>>(readRoot);

/** Sets a checked value for the rest of the visit, or forgets it (null), so that what is stored counts again. */
export function setVisit(name: VisitParameter, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`tidewell.${name}`);
    else sessionStorage.setItem(`tidewell.${name}`, value);
  } catch {
    // Storage is refused: it holds as long as the page, or as its address is carried on.
  }
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  // The address would bring the old value back on a reload.
  const url = new URL(window.location.href);
  if (url.searchParams.has(name)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    window.history.replaceState(stepState(), '', url);
  }
  useVisit.setState({ [name]: value ?? undefined });
}

/** Whether the site stands in the shell of an app, without header and footer. */
const isEmbedded = () => useVisit.getState().embed === '1';

/** Whether session storage remembers the visit; where it is refused, addresses have to. */
export function isVisitStored(): boolean {
  try {
    return sessionStorage.getItem('tidewell.embed') !== null;
  } catch {
    return false;
  }
}

/** An address of this site, with the visit's settings where nothing else would carry them there. */
export function withVisit(url: URL): URL {
  if (!isEmbedded() || isVisitStored()) return url;
  const visit = useVisit.getState();
  for (const name of VISIT_PARAMETERS) {
    const value = visit[name];
    // The path tells the language.
    if (value !== undefined && name !== 'lang') url.searchParams.set(name, value);
  }
  return url;
}
