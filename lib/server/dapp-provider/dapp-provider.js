/**
 * Offers the wallet that serves this file to a page that the wallet opens in a frame: as an EIP-1193 provider, which is
 * announced by EIP-6963, and is `window.ethereum` if the page has none. Add one line before the page's own scripts:
 *
 *     <script src="https://wallet.example.org/dapp-provider.js"></script>
 *
 * The file does nothing in any other page. Its only parent is the wallet: it sends messages to the file's own origin, and reads
 * messages from no other. With the attribute `data-announce-only`, it leaves `window.ethereum` alone.
 *
 * Contract, version 1. Requests: { jsonrpc: '2.0', id, method, params }, and the answer has `result` or `error` ({ code, message,
 * data }). Events: { jsonrpc: '2.0', method, params }, where `method` is the event's name, and `params` is its value. A
 * version with another contract would have another path.
 */
(() => {
  /** Name, icon, and rdns of this wallet (EIP-6963). */
  const info = WALLET_INFO;
  const EVENTS = ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'];

  const script = document.currentScript;
  const parent = window.parent;
  if (!script?.src || parent === window) return;
  const wallet = new URL(script.src).origin;
  // Not every browser says who frames a page. Without it, the wallet's first answer shows that it does.
  const ancestors = window.location.ancestorOrigins;
  if (ancestors && ancestors[0] !== wallet) return;

  /** Distinguishes this page's requests from those of a page that was in the frame before. */
  const uuid = crypto.randomUUID();
  const open = new Map();
  const listeners = new Map(EVENTS.map((event) => [event, []]));
  let lastId = 0;
  let isConnected = false;

  const errorOf = ({ code, message, data }) =>
    Object.assign(new Error(message), data === undefined ? { code } : { code, data });

  const request = (asked) =>
    new Promise((resolve, reject) => {
      const { method, params } = asked ?? {};
      lastId += 1;
      const id = `${uuid}:${lastId}`;
      if (typeof method !== 'string' || method === '')
        return reject(errorOf({ code: -32600, message: 'The request has no method' }));
      try {
        parent.postMessage({ jsonrpc: '2.0', id, method, params }, wallet);
      } catch {
        return reject(errorOf({ code: -32602, message: 'The parameters cannot be copied' }));
      }
      open.set(id, { resolve, reject });
    });

  const emit = (event, value) => {
    if (event === 'connect' || event === 'disconnect') isConnected = event === 'connect';
    for (const { listener, isOnce } of [...listeners.get(event)]) {
      if (isOnce) provider.removeListener(event, listener);
      try {
        listener.call(provider, value);
      } catch (error) {
        reportError(error);
      }
    }
  };

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== wallet || data?.jsonrpc !== '2.0') return;
    if (data.id === undefined) {
      if (EVENTS.includes(data.method))
        emit(data.method, data.method === 'disconnect' ? errorOf(data.params) : data.params);
      return;
    }
    const asked = open.get(data.id);
    open.delete(data.id);
    if (data.error) asked?.reject(errorOf(data.error));
    else asked?.resolve(data.result);
  });

  const add = (event, listener, isOnce) => {
    if (typeof listener === 'function') listeners.get(event)?.push({ listener, isOnce });
    return provider;
  };
  const provider = {
    request,
    isConnected: () => isConnected,
    on: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    removeListener(event, listener) {
      const all = listeners.get(event) ?? [];
      const index = all.findIndex((one) => one.listener === listener);
      if (index >= 0) all.splice(index, 1);
      return provider;
    },
    removeAllListeners(event) {
      for (const [name, all] of listeners) if (event === undefined || event === name) all.splice(0);
      return provider;
    },
  };
  provider.addListener = provider.on;
  provider.off = provider.removeListener;

  const announce = () => {
    const detail = Object.freeze({ info: Object.freeze({ uuid, ...info }), provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  const offer = () => {
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
    if (window.ethereum !== undefined || script.hasAttribute('data-announce-only')) return;
    window.ethereum = provider;
    window.dispatchEvent(new Event('ethereum#initialized'));
  };

  if (ancestors) offer();
  request({ method: 'eth_chainId' }).then((chainId) => {
    if (!ancestors) offer();
    emit('connect', { chainId });
  }, reportError);
})();
