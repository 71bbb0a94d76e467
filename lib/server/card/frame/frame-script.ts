/**
 * Script of the page that shows a card's number. It loads the issuer's script from the address in the settings, makes a
 * nonce, and shows the issuer's elements with the secret that the wallet page gets for the nonce. The number is only in the
 * issuer's own frames. Messages go to the site's origins, and only those are accepted. Written for browsers, so it is text
 * here.
 */
export const FRAME_SCRIPT = `(() => {
  const { origins, script, key, version } = document.body.dataset;
  const trusted = origins.split(' ');
  const report = (message) => {
    for (const origin of trusted) parent.postMessage(message, origin);
  };
  const load = () =>
    new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.src = script;
      element.addEventListener('load', resolve);
      element.addEventListener('error', () => reject(new Error('the script did not load')));
      document.head.append(element);
    });
  const colorOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  let shown = null;
  const fail = () => report({ kind: 'failed' });

  const start = async ({ card, hasPin, isDark, words }) => {
    if (shown) return;
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    const issuer = window.Stripe(key);
    shown = { issuer, card, hasPin, words };
    const { nonce, error } = await issuer.createEphemeralKeyNonce({ issuingCard: card });
    if (error || typeof nonce !== 'string') throw new Error('no nonce');
    shown.nonce = nonce;
    report({ kind: 'nonce', nonce, version });
  };

  const show = ({ secret }) => {
    if (!shown || !shown.nonce || shown.isMounted) return;
    shown.isMounted = true;
    const { issuer, card, nonce, hasPin, words } = shown;
    const elements = issuer.elements();
    const options = {
      issuingCard: card,
      nonce,
      ephemeralKeySecret: secret,
      style: { base: { color: colorOf('--ink'), fontSize: '18px' } },
    };
    const parts = [
      ['number', 'issuingCardNumberDisplay', options],
      ['copy', 'issuingCardCopyButton', { toCopy: 'number', style: options.style }],
      ['expiry', 'issuingCardExpiryDisplay', options],
      ['cvc', 'issuingCardCvcDisplay', options],
      ...(hasPin ? [['pin', 'issuingCardPinDisplay', options]] : []),
    ];
    for (const [name, type, own] of parts) {
      const row = document.createElement('div');
      const label = document.createElement('div');
      const value = document.createElement('div');
      label.className = 'label';
      label.textContent = name === 'copy' ? '' : words[name];
      value.className = name;
      row.append(label, value);
      document.getElementById('card').append(row);
      if (name === 'copy') {
        value.title = words.copy;
        Object.assign(own, { issuingCard: card, nonce, ephemeralKeySecret: secret });
      }
      const element = elements.create(type, own);
      element.on('error', fail);
      element.mount(value);
    }
    report({ kind: 'shown' });
  };

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !trusted.includes(origin) || typeof data !== 'object' || data === null) return;
    if (data.kind === 'card') start(data).catch(fail);
    else if (data.kind === 'key' && typeof data.secret === 'string') {
      try {
        show(data);
      } catch {
        fail();
      }
    }
  });
  load().then(() => report({ kind: 'ready' }), fail);
})();
`;
