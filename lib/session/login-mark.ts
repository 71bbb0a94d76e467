const KEY = 'tidewell.login';

/** Remembers a sign-in in progress in this tab, so that a reload resumes it. */
export function markLogin(underWay: boolean): void {
  try {
    if (underWay) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, a reload restarts the sign-in.
  }
}

export function isLoginMarked(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
