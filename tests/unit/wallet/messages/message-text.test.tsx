import { render, screen } from '@testing-library/react';
import { linkParts, MessageText } from '@/components/wallet/messages/message-text';

const linksIn = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test('HUB-3 addresses of web pages become links, without the punctuation after them', () => {
  expect(linksIn('See https://example.com/a?b=1#c. And (http://example.org)!')).toEqual([
    'https://example.com/a?b=1#c',
    'http://example.org/',
  ]);
  expect(linksIn('請看https://example.com/a。')).toEqual(['https://example.com/a']);
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a data URL', 'data:text/html,<script>'],
  ['a user name that looks like a host', 'https://tidewell.example@evil.example/'],
  ['a host in other letters', 'https://tidеwell.example/'],
  ['a host in Punycode', 'https://xn--tidwell-2of.example/'],
  ['no host', 'https://'],
])('HUB-3 %s stays text', (_, text) => {
  expect(linksIn(text)).toEqual([]);
  expect(linkParts(text)).toEqual([{ text, href: null }]);
});

test('HUB-3 the parts of a text are the text, whatever it contains', () => {
  const text = 'a https://example.com/1 b\nhttps://user@evil.example c https://example.com/2';
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('HUB-3 a text can’t reverse how a link is drawn', () => {
  const text = '\u202ehttps://evil.example/?/moc.elpmaxe-knab//:sptth\u2066\u202d';
  expect(linkParts(text)).toEqual([
    {
      text: 'https://evil.example/?/moc.elpmaxe-knab//:sptth',
      href: 'https://evil.example/?/moc.elpmaxe-knab//:sptth',
    },
  ]);
  render(<MessageText text={`שלום ${text}`} />);
  // A link with its own direction is isolated from the text around it.
  expect(screen.getByRole('link')).toHaveAttribute('dir', 'ltr');
});

test('HUB-3 markup in a message is shown as text, and a link tells its page nothing', () => {
  const text = '<img src=x onerror=alert(1)> https://example.com/';
  render(<MessageText text={text} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText(/<img src=x/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
});
