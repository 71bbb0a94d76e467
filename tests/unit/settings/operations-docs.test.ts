/** @jest-environment node */
import { readFile } from 'node:fs/promises';
import { meters } from '@/lib/server/metrics/count';
import { addGauges } from '@/lib/server/metrics/gauges';
import { settingNames } from '@/lib/settings/env';

/** Settings that only the launcher or a build uses, so they aren't documented for operators. */
const INTERNAL = ['NEXT_PUBLIC_DEMO_WALLET'];

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test('OPS-2 the settings module, .env.example and the operations page name the same settings', async () => {
  const settings = sorted(settingNames().filter((name) => !INTERNAL.includes(name)));
  const example = matches(await readFile('.env.example', 'utf8'), /^([A-Z][A-Z\d_]+)=/gm);
  const [, section = ''] = (await readFile('docs/operations.md', 'utf8')).split(/^## /m);
  const page = matches(section, /^\| `([A-Z][A-Z\d_]+)` \|/gm);
  expect(sorted(example)).toEqual(settings);
  expect(sorted(page)).toEqual(settings);
  expect(page).toHaveLength(settings.length);
});

test('OPS-3 the operations page lists all of our metrics and no others', async () => {
  const { registry } = meters();
  addGauges(registry);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const page = await readFile('docs/operations.md', 'utf8');
  expect(sorted(matches(page, /^\| `(tidewell_\w+)`/gm))).toEqual(
    sorted(names.filter((name) => name.startsWith('tidewell_'))),
  );
  // All other metrics are standard Node.js metrics.
  for (const name of names) expect(name).toMatch(/^(tidewell|process|nodejs)_/);
});
