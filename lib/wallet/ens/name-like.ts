/** Labels with dots between them, in whatever script; no more than DNS carries (RFC 1035, section 2.3.4). */
const NAME = /^(?=.{3,255}$)[^\s.]+(?:\.[^\s.]+)+$/u;

/** The text if it can be meant as an ENS name; what ENS makes of it is another question. Null for anything else. */
export function nameLike(text: string): string | null {
  const trimmed = text.trim();
  return NAME.test(trimmed) ? trimmed : null;
}
