/**
 * Script of the page in which a new PIN is typed. It encrypts the PIN with the issuer's public key, which it reads for each PIN
 * because it can change, and sends only the ciphertext to the site's origins: a JWE (RFC 7516) with RSA-OAEP and A128CBC-HS256
 * (RFC 7518, 4.3 and 5.2.3). The issuer's script isn't loaded. Written for browsers, so it is text here.
 */
export const PIN_SCRIPT = `(() => {
  const { origins, key } = document.body.dataset;
  const trusted = origins.split(' ');
  const report = (message) => {
    for (const origin of trusted) parent.postMessage(message, origin);
  };
  const { subtle } = crypto;
  const bytesOf = (text) => new TextEncoder().encode(text);
  const base64Url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const readKey = async () => {
    const options = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' };
    const response = await fetch(key, options);
    if (!response.ok) throw new Error('the key could not be read');
    const { key_id: kid, jwk } = await response.json();
    const parts = { kty: 'RSA', n: jwk.n, e: jwk.e };
    const publicKey = await subtle.importKey('jwk', parts, { name: 'RSA-OAEP', hash: 'SHA-1' }, false, ['encrypt']);
    if (typeof kid !== 'string' || publicKey.algorithm.modulusLength < 2048) throw new Error('the key is invalid');
    return { kid, publicKey };
  };

  const encrypt = async (pin) => {
    const { kid, publicKey } = await readKey();
    const header = base64Url(bytesOf(JSON.stringify({ alg: 'RSA-OAEP', enc: 'A128CBC-HS256', kid })));
    const keys = crypto.getRandomValues(new Uint8Array(32));
    const iv = crypto.getRandomValues(new Uint8Array(16));
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const macKey = await subtle.importKey('raw', keys.slice(0, 16), hmac, false, ['sign']);
    const contentKey = await subtle.importKey('raw', keys.slice(16), 'AES-CBC', false, ['encrypt']);
    const content = new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, contentKey, bytesOf(pin)));
    const headerBits = new Uint8Array(8);
    new DataView(headerBits.buffer).setUint32(4, header.length * 8);
    const signed = new Uint8Array([...bytesOf(header), ...iv, ...content, ...headerBits]);
    const tag = (await subtle.sign('HMAC', macKey, signed)).slice(0, 16);
    const wrapped = await subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, keys);
    return [header, ...[wrapped, iv, content, tag].map(base64Url)].join('.');
  };

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const field = (label) => {
    const input = make('input', { type: 'password', inputMode: 'numeric', autocomplete: 'off', maxLength: 4 });
    input.setAttribute('aria-describedby', 'problem');
    return { input, row: make('label', {}, label, input) };
  };

  const show = ({ isDark, language, words }) => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    document.documentElement.lang = language;
    const [first, second] = [field(words.pin), field(words.again)];
    const problem = make('p', { id: 'problem' });
    problem.setAttribute('role', 'alert');
    const submit = make('button', { type: 'submit', textContent: words.submit });
    const form = make('form', { noValidate: true }, first.row, second.row, problem, submit);
    const refuse = (text, { input }) => {
      problem.textContent = text;
      for (const one of [first, second]) one.input.setAttribute('aria-invalid', String(one.input === input));
      input.focus();
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const pin = first.input.value;
      if (!/^[0-9]{4}$/.test(pin)) return refuse(words.digits, first);
      if (second.input.value !== pin) return refuse(words.differs, second);
      problem.textContent = '';
      submit.disabled = true;
      for (const { input } of [first, second]) {
        input.value = '';
        input.disabled = true;
      }
      encrypt(pin).then(
        (encryptedPin) => report({ kind: 'encrypted', encryptedPin }),
        () => report({ kind: 'failed' }),
      );
    });
    document.body.append(form);
    report({ kind: 'shown' });
  };

  let isShown = false;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !trusted.includes(origin) || typeof data !== 'object' || data === null) return;
    if (data.kind !== 'pin' || isShown) return;
    isShown = true;
    show(data);
  });
  report({ kind: 'ready' });
})();
`;
