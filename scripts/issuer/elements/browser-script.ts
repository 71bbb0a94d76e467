/**
 * Stand-in for Stripe's script: `Stripe(key)` with `createEphemeralKeyNonce` and the elements that show a card. Each
 * element is a frame of the issuer's origin. Written for browsers, so it is text here.
 */
export const BROWSER_SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const TYPES = {
    issuingCardNumberDisplay: ['number', 'Card number'],
    issuingCardCvcDisplay: ['cvc', 'CVC'],
    issuingCardExpiryDisplay: ['expiry', 'Expiry date'],
    issuingCardPinDisplay: ['pin', 'PIN'],
    issuingCardCopyButton: ['copy', 'Copy'],
  };

  async function createEphemeralKeyNonce({ issuingCard }) {
    const response = await fetch(origin + '/elements/nonce', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ issuingCard }),
    });
    return response.json();
  }

  function createElement(type, options = {}) {
    if (!TYPES[type]) throw new Error('A valid Element name must be provided: ' + type);
    const [field, title] = TYPES[type];
    const { issuingCard, nonce, ephemeralKeySecret, toCopy, style } = options;
    const listeners = {};
    const frame = document.createElement('iframe');
    const onMessage = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || typeof data?.event !== 'string') return;
      for (const listener of listeners[data.event] ?? []) listener({ elementType: type });
    };
    const values = { field, issuingCard, nonce, ephemeralKeySecret, toCopy, style: JSON.stringify(style?.base ?? {}) };
    const known = Object.entries(values).filter(([, value]) => value !== undefined);
    frame.title = title;
    frame.allow = 'clipboard-write';
    frame.src = origin + '/elements/frame#' + new URLSearchParams(known);
    Object.assign(frame.style, { border: 0, width: '100%', height: '1.5em', colorScheme: 'normal' });
    const element = {
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target;
        if (!parent) throw new Error('The selector does not apply to an element of this page: ' + target);
        addEventListener('message', onMessage);
        parent.replaceChildren(frame);
      },
      unmount() {
        removeEventListener('message', onMessage);
        frame.remove();
      },
      destroy() {
        element.unmount();
      },
      on(event, listener) {
        (listeners[event] ??= []).push(listener);
        return element;
      },
      off(event, listener) {
        listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener);
        return element;
      },
      update() {},
    };
    return element;
  }

  globalThis.Stripe = () => ({
    createEphemeralKeyNonce,
    elements: () => ({ create: createElement }),
  });
})();
`;
