import { Fragment, type ReactNode } from 'react';

/** A web URL, up to whitespace, a quote, or a bracket. Trailing punctuation isn't part of it. */
const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^[\]]+[^\s<>"'`{}|\\^[\].,:;!?)。，、；：！？）」』]/gu;
/** Maximum number of links per message. Further URLs stay plain text. */
const MAX_LINKS = 50;
/**
 * Explicit direction controls of the bidirectional algorithm (UAX #9), which could make a link look like another one.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the URL if it is safe to link: the visible text is the URL itself, it has no credentials, and its host is
 * ASCII, because other letters can imitate a known host.
 */
function safeHref(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !url.hostname.includes('xn--');
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Splits a text, without direction controls, into plain text and safe links. */
export function linkParts(written: string): readonly { text: string; href: string | null }[] {
  const text = written.replace(DIRECTION_CONTROLS, '');
  const parts: { text: string; href: string | null }[] = [];
  let end = 0;
  for (const match of [...text.matchAll(ADDRESS)].slice(0, MAX_LINKS)) {
    const href = safeHref(match[0]);
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: match[0], href });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** A message's text with its line breaks. Links open in a new tab without a referrer or opener. */
export function MessageText({ text }: { text: string }): ReactNode {
  let offset = 0;
  return (
    <bdi className="block wrap-anywhere whitespace-pre-wrap">
      {linkParts(text).map((part) => {
        const key = offset;
        offset += part.text.length;
        return part.href === null ? (
          <Fragment key={key}>{part.text}</Fragment>
        ) : (
          <a
            key={key}
            // Isolates the URL from surrounding right-to-left text.
            dir="ltr"
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-water underline underline-offset-4"
          >
            {part.text}
          </a>
        );
      })}
    </bdi>
  );
}
