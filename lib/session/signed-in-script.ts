import { TOKEN_COOKIE } from './session';

/** Attribute of the root element while this browser has a session. CSS chooses a page's placeholder by it. */
export const SIGNED_IN_ATTRIBUTE = 'data-signed-in';

/** Inline script that sets the attribute before the first paint, so that the wallet's pages stay static. */
export const signedInScript = `if(/(^|; )${TOKEN_COOKIE}=[^;]/.test(document.cookie))document.documentElement.setAttribute('${SIGNED_IN_ATTRIBUTE}','')`;
