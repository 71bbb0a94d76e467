import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as constants from '@/lib/constants';
import { DIALOG_CLOSE_DELAY_MS } from '@/lib/constants';

const HOME = 'lib/constants.ts';

const sources = (ending: RegExp) =>
  ['app', 'components', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
    )
    .filter((file) => ending.test(file) && !/^lib\/(server|art|chain\/abi)\//.test(file));

const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('SITE-7 HOME-2 LINE-2 ABOUT-2 style sheets use the theme’s breakpoints', () => {
  const [, rem] = /--breakpoint-md:\s*([\d.]+)rem/.exec(code('app/globals.css')) ?? [];
  expect(Number(rem) * 16).toBe(constants.MOBILE_BREAKPOINT_PX);
  const [, lg] = /--breakpoint-lg:\s*([\d.]+rem)/.exec(code('app/globals.css')) ?? [];
  const known = [`${constants.MOBILE_BREAKPOINT_PX}px`, lg];
  const widths = sources(/\.css$/).flatMap((file) =>
    [...code(file).matchAll(/\(\s*(?:(?:min-|max-)?width\s*[<>=:]+)\s*([\d.]+\w+)\s*\)/g)].map(([, at]) => [
      file,
      at,
    ]),
  );
  expect(widths.length).toBeGreaterThan(2);
  for (const [file, at] of widths) expect([file, known.includes(at)]).toEqual([file, true]);
});

/** Numbers that appear only as business values. No other file may contain them as literals. */
const unmistakable = {
  MOBILE_BREAKPOINT_PX: 768,
  QR_SIZE_PX: 240,
  QR_HIDE_DELAY_MS: 450,
  NOTICE_DURATION_MS: 5_000,
  REQUEST_TIMEOUT_MS: 20_000,
} as const;

/**
 * Numbers that also appear in SVG paths and as HTTP status codes. The patterns flag them only in contexts where they'd
 * be hard-coded business values.
 */
const common = {
  DIALOG_CLOSE_DELAY_MS: [
    500,
    /\b(setTimeout|setInterval)\([^;]*?,\s*500\)|\w(Ms|_MS|[Dd]elay|[Dd]uration)\b[ =:]+500\b/,
  ],
  DIALOG_DRAG_CLOSE_RATIO: [
    0.6,
    /\w*([Rr]atio|RATIO|[Tt]hreshold)\w*[ =:]+0?\.6\b|([Hh]eight|[<>]=?)\s*\*?\s*0?\.6\b/,
  ],
  NOTICE_LIMIT: [3, /[Nn]otices?\b[^\n]*(slice\(\s*(0,\s*)?-?3\)|length\s*[<>]=?\s*3\b)/],
  LEADERSHIP_LIMIT: [3, /([Ll]eader|show)[^\n]*slice\(\s*0,\s*3\)|\.slice\(\s*(0,\s*3|-3)\)|_LIMIT = 3\b/],
  PROGRESS_MS_PER_PERCENT: [
    10,
    /\b(setTimeout|setInterval)\([^;]*?,\s*10\)|\w*(Ms|_MS|PERCENT|[Ee]lapsed|now|at)\w*\)?\s*[*/=:]+\s*10\b/,
  ],
} as const satisfies Record<string, readonly [number, RegExp]>;

const asWritten = (value: number) => value.toLocaleString('en').replace(',', '_?');
/** Without the codes of wallets' errors, which aren't values of the product. */
const modules = sources(/\.tsx?$/).filter((file) => file !== 'lib/evm/wallet-error-table.ts');

test('TEST-3 DOWN-2 DOWN-3 business constants are defined in one file', () => {
  expect(constants).toMatchObject(unmistakable);
  const spelled = Object.values(unmistakable).map(asWritten);
  const literal = new RegExp(`(?<![\\w.-])(${spelled.join('|')})(?![\\w.-])`);
  expect(modules.filter((file) => literal.test(code(file)))).toEqual([HOME]);
  expect(constants.SAMPLE_PAGE_SIZE).toBe(20);
});

test.each(Object.entries(common))(
  'DLG-2 NOTE-1 ABOUT-1 TEST-1 %s is defined only in the constants file',
  (name, [value, use]) => {
    expect(constants).toHaveProperty(name, value);
    expect(modules.filter((file) => file !== HOME && use.test(code(file)))).toEqual([]);
  },
);

test('DLG-2 detects a business constant defined elsewhere', () => {
  const misplaced = [
    ['DIALOG_CLOSE_DELAY_MS', 'setTimeout(() => close(), 500)'],
    ['DIALOG_CLOSE_DELAY_MS', 'const closeDelay = 500;'],
    ['DIALOG_DRAG_CLOSE_RATIO', 'if (dragged > height * 0.6) close();'],
    ['DIALOG_DRAG_CLOSE_RATIO', 'const CLOSE_RATIO = 0.6;'],
    ['NOTICE_LIMIT', 'notices: [...notices, notice].slice(-3)'],
    ['LEADERSHIP_LIMIT', 'leaders.filter(({ show }) => show).slice(0, 3)'],
    ['PROGRESS_MS_PER_PERCENT', 'const percent = elapsed / 10;'],
    ['PROGRESS_MS_PER_PERCENT', 'const MS_PER_PERCENT = 10;'],
  ] as const;
  for (const [name, line] of misplaced) expect([line, common[name][1].test(line)]).toEqual([line, true]);
});

test('DLG-2 the exit animation of a modal uses the 500 ms constant', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  const [, value] = /--motion-dialog:\s*(\d+)ms/.exec(css) ?? [];
  expect(Number(value)).toBe(DIALOG_CLOSE_DELAY_MS);
});
