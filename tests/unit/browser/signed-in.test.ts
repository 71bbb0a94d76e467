import Cookies from 'js-cookie';
import { useSession } from '@/lib/session/session';
import { watchSignedIn } from '@/lib/session/signed-in-mark';
import { SIGNED_IN_ATTRIBUTE, signedInScript } from '@/lib/session/signed-in-script';

const root = document.documentElement;

/** Runs the inline script as a browser does on a page with these cookies. */
function isMarked(cookies: Readonly<Record<string, string>>): boolean {
  root.removeAttribute(SIGNED_IN_ATTRIBUTE);
  Cookies.remove('token');
  for (const [name, value] of Object.entries({ first: '1', ...cookies })) Cookies.set(name, value);
  new Function(signedInScript)();
  return root.hasAttribute(SIGNED_IN_ATTRIBUTE);
}

afterEach(() => useSession.setState({ token: null, account: null }));

test('AUTH-1 WAL-1 the root is marked before the first paint if the browser has a session', () => {
  expect(isMarked({})).toBe(false);
  expect(isMarked({ mytoken: 'abc' })).toBe(false);
  expect(isMarked({ token: '' })).toBe(false);
  expect(isMarked({ token: 'abc' })).toBe(true);
});

test('AUTH-1 WAL-1 the mark follows the session until the page is left', () => {
  expect(isMarked({ token: 'abc' })).toBe(true);
  const stop = watchSignedIn();
  expect(root).toHaveAttribute(SIGNED_IN_ATTRIBUTE);
  useSession.setState({ token: null });
  expect(root).not.toHaveAttribute(SIGNED_IN_ATTRIBUTE);
  useSession.setState({ token: 'abc' });
  expect(root).toHaveAttribute(SIGNED_IN_ATTRIBUTE);
  stop();
  useSession.setState({ token: null });
  expect(root).toHaveAttribute(SIGNED_IN_ATTRIBUTE);
});
