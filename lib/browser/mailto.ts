/** Lone surrogates can't be encoded in UTF-8 and make encodeURIComponent throw. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Percent-encodes a header value or body (RFC 6068). Line breaks become CRLF. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD').replace(/\r\n|\r|\n/g, '\r\n'));
}

/**
 * Returns a `mailto:` URL (RFC 6068) with a subject and a plain-text body. User input appears only in encoded values,
 * so it can't add a header, recipient, or attachment.
 */
export function mailto({ to, subject, body }: { to: string; subject: string; body: string }): string {
  const recipient = to.split('@').map(encode).join('@');
  return `mailto:${recipient}?subject=${encode(subject.replace(/[\r\n]+/g, ' '))}&body=${encode(body)}`;
}

/** Opens a URL by clicking a link, so that click handlers for links run. */
export function openAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}
