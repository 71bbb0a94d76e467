import { Fragment, type ReactNode } from 'react';

/** An address of a web page, up to a space, quote, or bracket. Punctuation at its end belongs to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^[\]]+[^\s<>"'`{}|\\^[\].,:;!?)。，、；：！？）」』]/gu;
/** Maximum number of links in a message. The rest stays text. */
const MAX_LINKS = 50;
/** Embeddings, overrides, and isolates of the bidirectional algorithm (UAX #9). They can reverse how a link is drawn. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns where a link leads if it can be shown as a link: its text is the address itself, without a user name, and with
 * a host of ASCII letters, because other letters can imitate those of a known host.
 */
function safeHref(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !url.hostname.includes('xn--');
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/**
 * Returns a text's parts without direction controls: plain text, and links where an address can be trusted to be what it
 * looks like.
 */
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

/** A message's text with its line breaks. Links open in a new tab, which learns nothing about this page. */
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
            // Isolated from the text around it, whose letters may be written from right to left.
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
