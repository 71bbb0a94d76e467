/** Page of one element. Its options are in the fragment of its address, which isn't sent to servers. */
export const FRAME_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card details</title>
<style>
  body { margin: 0; background: transparent; font: 1rem/1.5 system-ui, sans-serif; white-space: nowrap; }
  button { all: unset; cursor: pointer; text-decoration: underline; }
  button:focus-visible { outline: 2px solid; outline-offset: -2px; }
</style>
<body>
<script src="/elements/frame.js"></script>
</body>
</html>
`;

/** Script of an element: shows the number, CVC, expiry date, or PIN, or a button that copies one of them. */
export const FRAME_SCRIPT = `(async () => {
  const { field, toCopy, style, ...key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const report = (event) => parent.postMessage({ event }, '*');
  const ALLOWED = ['color', 'fontSize', 'fontFamily', 'fontWeight', 'letterSpacing', 'lineHeight'];
  const base = JSON.parse(style ?? '{}');
  for (const name of ALLOWED) if (typeof base[name] === 'string') document.body.style[name] = base[name];

  const read = async (name) => {
    const response = await fetch('/elements/secret', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...key, field: name }),
    });
    const { value, error } = await response.json();
    if (!response.ok) throw new Error(error.message);
    return value;
  };

  const fail = (error) => {
    document.body.textContent = error.message;
    report('error');
  };
  if (field === 'copy') {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.onclick = () =>
      read(toCopy ?? 'number')
        .then((value) => navigator.clipboard.writeText(value))
        .then(() => report('click'), fail);
    document.body.append(button);
    report('ready');
    return;
  }
  try {
    const value = await read(field);
    document.body.textContent = field === 'number' ? value.replace(/(\\d{4})(?=\\d)/g, '$1 ') : value;
    report('ready');
  } catch (error) {
    fail(error);
  }
})();
`;
