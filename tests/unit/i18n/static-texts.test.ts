import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Static pages have no message provider. Their client components get texts as props, or else the build fails.
test('I18N-3 client components of static pages read no messages', () => {
  const files = ['app', 'components/site', 'components/ui'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const clientFiles = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, code: readFileSync(file, 'utf8') }))
    .filter(({ code }) => code.startsWith("'use client'"));
  expect(clientFiles.map(({ file }) => file)).toContain('components/site/wallet-frame/unread-mark.tsx');
  const readers = clientFiles.filter(({ code }) => /\buse(?:Translations|Formatter)\b/.test(code));
  expect(readers.map(({ file }) => file)).toEqual([]);
});
