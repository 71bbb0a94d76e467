const KEY = 'tidewell.login';

/** Remembers in this tab that a login is under way, so that a reload in the middle of it comes back to it. */
export function markLogin(underWay: boolean): void {
  try {
    if (underWay) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is refused: a reload then starts the login anew.
  }
}

export function isLoginMarked(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
