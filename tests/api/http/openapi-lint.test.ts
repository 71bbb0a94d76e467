import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { apiDocument } from '../../support/api-document';

const SETTINGS = 'tests/api/http/redocly';
const IGNORED = '.redocly.lint-ignore.yaml';

const ignoredPlaces = z.object({ 'openapi.json': z.record(z.string(), z.array(z.string())) });
const report = z.object({
  problems: z.array(z.object({ ruleId: z.string(), message: z.string(), ignored: z.boolean().optional() })),
  totals: z.object({ errors: z.number(), warnings: z.number(), ignored: z.number() }),
});

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-openapi-'));
  await cp(SETTINGS, dir, { recursive: true });
  await writeFile(path.join(dir, 'openapi.json'), JSON.stringify(await apiDocument()));
});
afterAll(() => rm(dir, { recursive: true }));

test('API-10 a linter’s recommended rules find nothing in the document but what is explained', async () => {
  const linter = require.resolve('@redocly/cli/bin/cli.js');
  // It exits with 1 if it finds an error. Its report is complete even then.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [linter, 'lint', 'openapi.json', '--format=json'],
    { cwd: dir },
  ).catch((failed: { stdout: string }) => failed);
  const { problems, totals } = report.parse(JSON.parse(stdout));
  expect(problems.filter(({ ignored }) => !ignored)).toEqual([]);
  const explained = ignoredPlaces.parse(parse(await readFile(path.join(SETTINGS, IGNORED), 'utf8')));
  // An explanation whose problem is gone must be removed.
  const ignored = Object.values(explained['openapi.json']).flat().length;
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored });
});
