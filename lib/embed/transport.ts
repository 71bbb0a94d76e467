import { asShellMessage, type Post, PROTOCOL, type ShellMessage } from './shell-messages';

type TextPort = { postMessage(text: string): void };

declare global {
  interface Window {
    ReactNativeWebView?: TextPort;
    TidewellAndroid?: TextPort;
    webkit?: { messageHandlers?: { tidewell?: { postMessage(message: unknown): void } } };
    /** Entry point for native shells, which call it by evaluating JavaScript. */
    tidewell?: { receive(message: unknown): void };
  }
}

export type Transport = {
  post: Post;
  /** Passes the shell's messages to `handle`. Returns the cleanup function. */
  listen: (handle: (message: ShellMessage) => void) => () => void;
};

function nativePort(): ((envelope: object) => void) | null {
  const { ReactNativeWebView, TidewellAndroid, webkit } = window;
  if (ReactNativeWebView) return (envelope) => ReactNativeWebView.postMessage(JSON.stringify(envelope));
  const handler = webkit?.messageHandlers?.tidewell;
  if (handler) return (envelope) => handler.postMessage(envelope);
  // Methods of an injected Java object must be called on that object.
  if (TidewellAndroid) return (envelope) => TidewellAndroid.postMessage(JSON.stringify(envelope));
  return null;
}

function nativeTransport(): Transport | null {
  const port = nativePort();
  if (!port) return null;
  return {
    post: (message) => port({ ...PROTOCOL, ...message }),
    listen(handle) {
      window.tidewell = {
        receive(given) {
          const message = asShellMessage(given);
          if (message) handle(message);
        },
      };
      return () => {
        delete window.tidewell;
      };
    },
  };
}

/**
 * Returns the allowed origins that the parent page could have. If the browser reveals the parent's origin, the result
 * has at most one entry.
 */
function parentOrigins(listed: readonly string[]): readonly string[] {
  if (!('ancestorOrigins' in window.location)) return listed;
  const parent = window.location.ancestorOrigins[0];
  return listed.filter((origin) => origin === parent);
}

function parentTransport(listed: readonly string[]): Transport | null {
  const origins = parentOrigins(listed);
  if (origins.length === 0) return null;
  return {
    post(message) {
      // The browser delivers the message only if the parent page has this origin.
      for (const origin of origins) window.parent.postMessage({ ...PROTOCOL, ...message }, origin);
    },
    listen(handle) {
      const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
        if (source !== window.parent || !origins.includes(origin)) return;
        const message = asShellMessage(data);
        if (message) handle(message);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}

/**
 * Returns the transport to the shell around this page, or null if there is none. Inside a frame, only a parent page
 * with an allowed origin can be the shell, because native ports visible there belong to the parent page. Outside a
 * frame, the shell is the native side of the web view.
 */
export function findTransport(origins: readonly string[]): Transport | null {
  return window.parent === window ? nativeTransport() : parentTransport(origins);
}
