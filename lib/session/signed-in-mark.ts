import { readSession, useSession } from './session';
import { SIGNED_IN_ATTRIBUTE } from './signed-in-script';

/** Keeps the root element's attribute current. Returns a function that stops it. */
export function watchSignedIn(): () => void {
  const mark = (token: string | null) =>
    document.documentElement.toggleAttribute(SIGNED_IN_ATTRIBUTE, token !== null);
  // Not from the store, which may not have been filled yet.
  mark(readSession().token);
  return useSession.subscribe(({ token }) => mark(token));
}
