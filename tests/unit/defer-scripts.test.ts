import { deferScripts } from '../../scripts/launcher/build/page-headers';

const page = (head: string, body = '') => `<html><head>${head}</head><body><p>1</p>${body}</body></html>`;

test('SITE-4 scripts leave the HTML for a list at its end, each once and in order', () => {
  const html = deferScripts(
    page(
      '<link rel="preload" as="script" fetchPriority="low" href="/_next/b.js"/><script src="/_next/a.js" async=""></script>',
      '<script src="/_next/b.js" async="" id="_R_"></script><script src="/_next/a.js" async=""></script>',
    ),
  );
  expect(html).not.toMatch(/<script src|<link/);
  expect(html).toContain('["/_next/a.js","/_next/b.js"])</script></body></html>');
});

test('SITE-4 inline scripts, and those for old browsers, stay where they are', () => {
  const kept = '<script>1</script><script src="/_next/old.js" noModule=""></script>';
  expect(deferScripts(page(kept))).toBe(page(kept));
  expect(deferScripts(page(`${kept}<script src="/_next/a.js" async=""></script>`))).toContain(kept);
});

test('SITE-4 doing it again changes nothing', () => {
  const once = deferScripts(page('<script src="/_next/a.js" async=""></script>'));
  expect(deferScripts(once)).toBe(once);
});

test('SITE-4 a page that has no end is refused', () => {
  expect(() => deferScripts('<script src="/_next/a.js" async=""></script>')).toThrow('no end');
});
