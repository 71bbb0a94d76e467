import {
  ARTICLE_BODY_LIMIT_CHARACTERS,
  renderMarkdown,
  sanitizeArticle,
} from '@/lib/server/articles/sanitize-article';

const ALLOWED_TAGS = new Set(
  'H3 H4 P BR HR BLOCKQUOTE UL OL LI STRONG EM S CODE PRE TABLE THEAD TBODY TR TH TD A'.split(' '),
);
const SITE = 'https://site.example';
/** Limit in CPU time, which a busy machine doesn't increase. A parser with quadratic run time would take far longer. */
const TIME_LIMIT_MS = 3_000;

const processorMs = () => process.cpuUsage().user / 1_000;

/** Returns whether a browser on this site would follow a link to a path of this site, to https, or to a mailbox. */
const isGoodLink = (href: string) =>
  /^(https|mailto):/.test(href) || (href.startsWith('/') && new URL(href, SITE).origin === SITE);

/** Lists potentially harmful elements and attributes in parsed HTML. */
function harms(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const found = ALLOWED_TAGS.has(element.tagName) ? [] : [element.tagName];
    for (const { name, value } of element.attributes) {
      const isAllowed =
        (element.tagName === 'A' && name === 'rel' && value === 'noopener noreferrer nofollow') ||
        (element.tagName === 'A' && name === 'href' && isGoodLink(value)) ||
        (element.tagName === 'OL' && name === 'start');
      if (!isAllowed) found.push(`${element.tagName} ${name}=${value}`);
    }
    return found;
  });
}

/**
 * Returns null if parsing the output twice gives the same, harmless result. Returns the markup otherwise, because a
 * difference could hide an attack (mutation XSS).
 */
function mutations(html: string): string | null {
  const once = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
  const twice = new DOMParser().parseFromString(once, 'text/html').body.innerHTML;
  return once === twice && harms(once).length === 0 ? null : once;
}

const HOSTILE_HTML = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<iframe src="javascript:alert(1)" srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src=x>',
  '<a href="javascript:alert(1)" onclick="alert(1)" style="position:fixed" id="content" name="x">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a><a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a><a href="vbscript:x">x</a><a href="http://x.example">x</a>',
  '<a href="//evil.example">x</a><a href="/\\evil.example">x</a><a href="/&#9;/evil.example">x</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)></textarea><title><img src=x onerror=alert(1)></title>',
  '<template><script>alert(1)</script></template><base href="https://evil.example/"><meta http-equiv=refresh content=0>',
  '<div id="getElementById" class="fixed inset-0"><input name="attributes" autofocus onfocus=alert(1)></div>',
  '<p style="background:url(https://evil.example)">x</p><link rel=stylesheet href=//evil.example>',
  '<!--><img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]>',
  '</div></main><h1 onmouseover=alert(1)>x</h1><plaintext>',
];

const HOSTILE_MARKDOWN = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x) [x](file:///etc/passwd) [x](http://plain.example)',
  '[x](//evil.example) [x](/\\evil.example) [x](\\\\evil.example)',
  '[x](https://a.example "a\\" onmouseover=alert(1)")',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png) ![x](javascript:alert(1)) ![x" onerror="alert(1)](x)',
  '[x]: javascript:alert(1)\n\n[x]',
  '```"><script>alert(1)</script>\ncode\n```',
  '| a | b |\n| :-- | --: |\n| <img src=x onerror=alert(1)> | x |',
];

test('WAL-12 renders HTML in an announcement as text', () => {
  for (const hostile of HOSTILE_HTML) {
    const html = renderMarkdown(hostile);
    expect([hostile, harms(html), mutations(html)]).toEqual([hostile, [], null]);
  }
  expect(renderMarkdown('<b>x</b>')).toBe('<p>&lt;b&gt;x&lt;/b&gt;</p>\n');
});

test('WAL-12 sanitizes hostile HTML even if Markdown lets it through', () => {
  for (const hostile of HOSTILE_HTML) {
    const html = sanitizeArticle(hostile);
    expect([hostile, harms(html), mutations(html)]).toEqual([hostile, [], null]);
  }
});

test('WAL-12 renders hostile Markdown as harmless HTML', () => {
  for (const hostile of HOSTILE_MARKDOWN) {
    const html = renderMarkdown(hostile);
    expect([hostile, harms(html), mutations(html)]).toEqual([hostile, [], null]);
  }
});

test('WAL-12 allows headings below the dialog’s level, lists, tables, code and links', () => {
  expect(renderMarkdown('# A\n\n## B\n\n### C\n\n###### D')).toBe(
    '<h3>A</h3>\n<h3>B</h3>\n<h4>C</h4>\n<h4>D</h4>\n',
  );
  expect(renderMarkdown('3. a\n4. **b** *c* ~~d~~ `e`')).toBe(
    '<ol start="3">\n<li>a</li>\n<li><strong>b</strong> <em>c</em> <s>d</s> <code>e</code></li>\n</ol>\n',
  );
  expect(renderMarkdown('| a |\n| :-: |\n| b |')).toBe(
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n',
  );
  expect(renderMarkdown('```ts\nlet a;\n```')).toBe('<pre><code>let a;\n</code></pre>\n');
  const rel = 'rel="noopener noreferrer nofollow"';
  expect(renderMarkdown('[a](https://a.example/?b=1&c=2) [b](mailto:a@b.example) [c](/wallet)')).toBe(
    `<p><a href="https://a.example/?b=1&amp;c=2" ${rel}>a</a> <a href="mailto:a@b.example" ${rel}>b</a> <a href="/wallet" ${rel}>c</a></p>\n`,
  );
});

const full = (unit: string) =>
  unit.repeat(Math.ceil(ARTICLE_BODY_LIMIT_CHARACTERS / unit.length)).slice(0, -unit.length);

test.each([
  ['quotes', '> '],
  ['lists', '- '],
  ['open brackets', '['],
  ['image brackets', '!['],
  ['links', '[a]('],
  ['emphasis', '*a **a '],
  ['underscores', '_a __a '],
  ['strikethrough', '~~a '],
  ['back ticks', '`a``b'],
  ['autolinks', '<a:'],
  ['entities', '&amp'],
  ['table cells', '|'],
  ['open elements', '<div>'],
  ['deep lines', '> - '],
  ['references', '[a]: b\n'],
])('WAL-12 renders a text full of %s in bounded time as harmless HTML', (_name, unit) => {
  const startedAt = processorMs();
  const html = renderMarkdown(full(unit));
  expect(processorMs() - startedAt).toBeLessThan(TIME_LIMIT_MS);
  expect(harms(html)).toEqual([]);
});

test('WAL-12 limits the depth of nesting', () => {
  const { body } = new DOMParser().parseFromString(renderMarkdown(`${'> '.repeat(5_000)}deep`), 'text/html');
  expect(body.querySelectorAll('blockquote').length).toBeLessThanOrEqual(20);
  expect(sanitizeArticle('<blockquote>'.repeat(5_000)).split('<blockquote>').length - 1).toBeLessThanOrEqual(
    30,
  );
});

test('WAL-12 rejects a megabyte of text immediately', () => {
  const startedAt = processorMs();
  expect(() => renderMarkdown('['.repeat(1_000_000))).toThrow('must have at most 65536 characters');
  expect(processorMs() - startedAt).toBeLessThan(TIME_LIMIT_MS);
});
