/** @jest-environment node */

import { readFileSync } from 'node:fs';
import { getHelpText } from '@/lib/content/content';
import { routing } from '@/lib/i18n/routing';
import { securityTxt } from '@/lib/seo/security-txt';
import { childEnv } from '@/lib/settings/process-env';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Parses the fields of a file, in the grammar of RFC 9116, section 4. */
function fieldsOf(file: string): [name: string, value: string][] {
  expect(file.endsWith('\n')).toBe(true);
  return file
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, value] = /^([A-Za-z-]+): (\S(?:.*\S)?)$/.exec(line) ?? [];
      if (!name || !value) throw new Error(`not a field: ${line}`);
      return [name.toLowerCase(), value];
    });
}

test('HELP-4 security.txt has the fields of RFC 9116, each once, and expires within a year of the build', () => {
  jest.replaceProperty(process, 'env', childEnv({ ORIGINS: 'https://example.org' }));
  const built = new Date('2026-02-28T12:00:00Z');
  const fields = fieldsOf(securityTxt(built));
  const { expires, ...others } = Object.fromEntries(fields);
  expect(fields).toHaveLength(5);
  expect(others).toEqual({
    contact: 'mailto:info@tidewell.example',
    'preferred-languages': 'en, zh-Hant',
    canonical: 'https://example.org/.well-known/security.txt',
    policy: 'https://example.org/help#report',
  });
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const days = (Date.parse(expires ?? '') - built.getTime()) / DAY_MS;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('HELP-4 the help page promises the times of the security policy', () => {
  const policy = readFileSync('SECURITY.md', 'utf8');
  const [, ...steps] = /\| step \| time \|\n([\s\S]*?)\n\n/.exec(policy)?.[1]?.split('\n') ?? [];
  const days = steps.map((step) => /\d+/.exec(step)?.[0]);
  expect(days).toEqual(['3', '10', '90']);
  for (const locale of routing.locales) {
    const report = getHelpText(locale).sections.find(({ id }) => id === 'report');
    expect(report?.body.flat().join().match(/\d+/g)).toEqual(days);
  }
});
