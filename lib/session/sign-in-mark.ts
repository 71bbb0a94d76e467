const KEY = 'tidewell.sign-in';

/** Records in this tab that a sign-in is in progress, so that a reload resumes it. */
export function markSignIn(underWay: boolean): void {
  try {
    if (underWay) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // If storage is blocked, a reload restarts the sign-in.
  }
}

export function isSignInMarked(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
