/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { meters } from '@/lib/server/metrics/count';
import { addGauges } from '@/lib/server/metrics/gauges';
import { childEnv } from '@/lib/settings/process-env';

const FOLDER = 'config/monitoring';
const read = (file: string) => readFileSync(file, 'utf8');
const readAlerts = (): unknown => parse(read(path.join(FOLDER, 'alerts.yml')));

const alertsFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string().min(1),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(1), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const place = z.strictObject({ h: z.int(), w: z.int(), x: z.int().min(0), y: z.int().min(0) });
const panel = z.looseObject({
  id: z.int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  gridPos: place,
  datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.literal(`\${datasource}`) }).optional(),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string().min(1) })).default([]),
});
const dashboardFile = z.looseObject({
  uid: z.string(),
  schemaVersion: z.int().min(38),
  annotations: z.object({ list: z.array(z.looseObject({ expr: z.string() })) }),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(panel),
});

const rules = () => alertsFile.parse(readAlerts()).groups.flatMap((group) => group.rules);
const dashboard = () => dashboardFile.parse(JSON.parse(read(path.join(FOLDER, 'dashboard.json'))));
const dashboardExpressions = () => {
  const { panels, annotations } = dashboard();
  return [...panels.flatMap(({ targets }) => targets), ...annotations.list].map(({ expr }) => expr);
};

/** Words of PromQL that aren't followed by a parenthesis, besides metrics and labels. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'group_left', 'group_right']);

/** Returns the names of the metrics in a PromQL expression: all words that aren't functions, labels, or keywords. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  const words = [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)].map(([, word = '']) => word);
  return words.filter((word) => !KEYWORDS.has(word));
}

/** Returns the series that a scrape can have: the server's metrics, and those that Prometheus adds. */
async function exportedSeries(): Promise<Set<string>> {
  const { registry } = meters();
  addGauges(registry);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const { durations } = meters();
  const { name } = await durations.get();
  return new Set([...names, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`), 'up', 'ALERTS']);
}

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;

test('OPS-3 metric names are found in expressions', () => {
  const text = 'sum by (job) (rate(a_total{x=~"b_total.."}[5m])) / on (job) c:d offset 1h > 0.05 and e < 1e9';
  expect(metricsIn(text)).toEqual(['a_total', 'c:d', 'e']);
});

test('OPS-3 alerts and dashboard use only metrics that the server exports', async () => {
  const exported = await exportedSeries();
  for (const { alert, expr } of rules()) {
    const names = metricsIn(expr);
    expect([alert, names.length > 0]).toEqual([alert, true]);
    expect([alert, names.filter((name) => !exported.has(name))]).toEqual([alert, []]);
  }
  for (const expr of dashboardExpressions())
    expect([expr, metricsIn(expr).filter((name) => !exported.has(name))]).toEqual([expr, []]);
  for (const { query } of dashboard().templating.list)
    for (const [, name = ''] of JSON.stringify(query).matchAll(/label_values\((\w+)/g))
      expect(exported).toContain(name);
});

test('OPS-3 each alert has a section in the runbooks with its name, and each section has an alert', () => {
  const names = rules().map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  const runbooks = read('docs/runbooks.md');
  const sections = runbooks.split(/^#{2,3} /m).flatMap((text) => {
    const [, heading] = /^([A-Z]\w+[A-Z]\w+)\n/.exec(text) ?? [];
    return heading === undefined ? [] : [{ heading, text }];
  });
  expect(sections.map(({ heading }) => heading)).toEqual(names);
  for (const { heading, text } of sections)
    for (const part of ['Meaning', 'Users see', 'Check', 'Do'])
      expect([heading, text.includes(`**${part}:**`)]).toEqual([heading, true]);
  for (const { alert, annotations } of rules())
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  const linked = [...runbooks.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor = '']) => anchor);
  expect(names.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(linked));
});

test('OPS-3 each alert has a rule test that expects it to fire', () => {
  const fired = [
    ...read(path.join(FOLDER, 'alerts.test.yml')).matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g),
  ];
  expect(new Set(fired.map(([, name]) => name))).toEqual(new Set(rules().map(({ alert }) => alert)));
});

test('OPS-3 the panels of the dashboard have unique IDs, queries, and room', () => {
  const { panels } = dashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, type, targets, datasource, gridPos } of panels) {
    expect([title, targets.length > 0 && datasource !== undefined]).toEqual([title, type !== 'row']);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect([title, taken.has(`${x} ${y}`)]).toEqual([title, false]);
        taken.add(`${x} ${y}`);
      }
  }
});

/** Returns a rule file with the dashboard's queries, so that promtool can parse them. */
function asRuleFile(expressions: readonly string[]): string {
  const rules = expressions.map((expr) => ({
    record: 'query',
    expr: expr.replaceAll('$__rate_interval', '1m'),
    labels: {},
  }));
  return stringify({ groups: rules.map((rule, index) => ({ name: String(index), rules: [rule] })) });
}

// promtool is part of Prometheus, which npm can't install. The tests above check the structure without it. .ci/run
// installs it.
if (hasPromtool || childEnv({}).CI)
  test('OPS-3 promtool accepts the rules, their tests, and the queries of the dashboard', () => {
    const file = (name: string) => path.join(FOLDER, name);
    expect(promtool('check', 'rules', file('alerts.yml'))).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', file('alerts.test.yml'))).toMatchObject({ status: 0 });
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tidewell-rules-'));
    try {
      const queries = path.join(folder, 'queries.yml');
      writeFileSync(queries, asRuleFile(dashboardExpressions()));
      expect(promtool('check', 'rules', queries)).toMatchObject({ status: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
