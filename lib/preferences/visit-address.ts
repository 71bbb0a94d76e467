import { useVisit } from './visit';
import { VISIT_PARAMETERS } from './visit-parameters';

/** Whether the site stands in the shell of an app, without header and footer. */
const isEmbedded = () => useVisit.getState().embed === '1';

/** Whether session storage remembers the visit; where it is refused, addresses have to. */
export function isVisitKept(): boolean {
  try {
    return sessionStorage.getItem('tidewell.embed') !== null;
  } catch {
    return false;
  }
}

/** An address of this site, with the visit's settings where nothing else would carry them there. */
export function withVisit(url: URL): URL {
  if (!isEmbedded() || isVisitKept()) return url;
  const visit = useVisit.getState();
  for (const name of VISIT_PARAMETERS) {
    const value = visit[name];
    // The path tells the language.
    if (value !== undefined && name !== 'lang') url.searchParams.set(name, value);
  }
  return url;
}
