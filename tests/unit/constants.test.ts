import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MOBILE_BREAKPOINT_PX,
  QR_HIDE_DELAY_MS,
  REQUEST_TIMEOUT_MS,
  SAMPLE_PAGE_SIZE,
} from '@/lib/constants';

const HOME = 'lib/constants.ts';

const sources = (ending: RegExp) =>
  ['app', 'components', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
    )
    .filter((file) => ending.test(file) && !/^lib\/(server|art|chain\/abi)\//.test(file));

const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('SITE-7 HOME-2 LINE-2 ABOUT-2 style sheets turn at the one breakpoint', () => {
  const [, rem] = /--breakpoint-md:\s*([\d.]+)rem/.exec(code('app/globals.css')) ?? [];
  expect(Number(rem) * 16).toBe(MOBILE_BREAKPOINT_PX);
  const widths = sources(/\.css$/).flatMap((file) =>
    [...code(file).matchAll(/\(\s*(?:(?:min-|max-)?width\s*[<>=:]+)\s*([\d.]+\w+)\s*\)/g)].map(([, at]) => [
      file,
      at,
    ]),
  );
  expect(widths.length).toBeGreaterThan(2);
  for (const [file, at] of widths) expect([file, at]).toEqual([file, `${MOBILE_BREAKPOINT_PX}px`]);
});

test('TEST-3 DOWN-2 the numbers of the business stand in one file', () => {
  const spelled = [MOBILE_BREAKPOINT_PX, QR_HIDE_DELAY_MS, REQUEST_TIMEOUT_MS].map((value) =>
    value.toLocaleString('en').replace(',', '_'),
  );
  const literal = new RegExp(`(?<![\\w.-])(${spelled.join('|')})(?![\\w.-])`);
  expect(sources(/\.tsx?$/).filter((file) => literal.test(code(file)))).toEqual([HOME]);
  expect([SAMPLE_PAGE_SIZE, REQUEST_TIMEOUT_MS]).toEqual([20, 20_000]);
});
