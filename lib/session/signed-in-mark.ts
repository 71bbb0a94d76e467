import { readSession, useSession } from './session';
import { SIGNED_IN_ATTRIBUTE } from './signed-in-script';

/** Updates the root element's attribute when the user signs in or out, until the returned function is called. */
export function watchSignedIn(): () => void {
  const mark = (token: string | null) =>
    document.documentElement.toggleAttribute(SIGNED_IN_ATTRIBUTE, token !== null);
  // Read the cookie, because the store may not be initialized yet.
  mark(readSession().token);
  return useSession.subscribe(({ token }) => mark(token));
}
