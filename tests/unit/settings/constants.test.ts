import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = (ending: RegExp) =>
  ['app', 'components', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
    )
    .filter((file) => ending.test(file) && !/^lib\/(server|art|chain\/abi)\//.test(file));

const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('SITE-7 HOME-2 LINE-2 ABOUT-2 style sheets use the theme’s breakpoints', () => {
  const [, rem] = /--breakpoint-md:\s*([\d.]+)rem/.exec(code('app/globals.css')) ?? [];
  expect(Number(rem) * 16).toBe(768);
  const [, lg] = /--breakpoint-lg:\s*([\d.]+rem)/.exec(code('app/globals.css')) ?? [];
  const known = ['768px', lg];
  const widths = sources(/\.css$/).flatMap((file) =>
    [...code(file).matchAll(/\(\s*(?:(?:min-|max-)?width\s*[<>=:]+)\s*([\d.]+\w+)\s*\)/g)].map(([, at]) => [
      file,
      at,
    ]),
  );
  expect(widths.length).toBeGreaterThan(2);
  for (const [file, at] of widths) expect([file, known.includes(at)]).toEqual([file, true]);
});

/** Numbers that appear only as business values, with the one file that may contain them as literals. */
const unmistakable = {
  MOBILE_BREAKPOINT_PX: [768, 'components/site/use-close-when-wide.ts'],
  QR_SIZE_PX: [240, 'components/site/download/qr-figure.tsx'],
  NOTICE_DURATION_MS: [5_000, 'lib/browser/notices.ts'],
  REQUEST_TIMEOUT_MS: [20_000, 'lib/api/api-settings.ts'],
  SAMPLE_PAGE_SIZE: [20, 'components/site/test/request-sample.tsx'],
} as const;
/** A style sheet states this one. */
const QR_HIDE_DELAY_MS = 450;

/**
 * Numbers that also appear in SVG paths and as HTTP status codes. The patterns flag them only in contexts where they'd
 * be hard-coded business values.
 */
const common = {
  DIALOG_CLOSE_DELAY_MS: [
    500,
    'app/globals.css',
    /\b(setTimeout|setInterval)\([^;]*?,\s*500\)|\w(Ms|_MS|[Dd]elay|[Dd]uration)\b[ =:]+500\b/,
  ],
  DIALOG_DRAG_CLOSE_RATIO: [
    0.6,
    'components/ui/dialog.tsx',
    /\w*([Rr]atio|RATIO|[Tt]hreshold)\w*[ =:]+0?\.6\b|([Hh]eight|[<>]=?)\s*\*?\s*0?\.6\b/,
  ],
  NOTICE_LIMIT: [
    3,
    'lib/browser/notices.ts',
    /[Nn]otices?\b[^\n]*(slice\(\s*(0,\s*)?-?3\)|length\s*[<>]=?\s*3\b)/,
  ],
  LEADERSHIP_LIMIT: [
    3,
    'lib/content/content.ts',
    /([Ll]eader|show)[^\n]*slice\(\s*0,\s*3\)|\.slice\(\s*(0,\s*3|-3)\)|(?<!NOTICE)_LIMIT = 3\b/,
  ],
  PROGRESS_MS_PER_PERCENT: [
    10,
    'lib/constants.ts',
    /\b(setTimeout|setInterval)\([^;]*?,\s*10\)|\w*(Ms|_MS|PERCENT|[Ee]lapsed|now|at)\w*\)?\s*[*/=:]+\s*10\b/,
  ],
} as const satisfies Record<string, readonly [number, string, RegExp]>;

const asWritten = (value: number) => value.toLocaleString('en').replace(',', '_?');
/** Without the codes of wallets' errors, which aren't values of the product. */
const modules = sources(/\.tsx?$/).filter((file) => file !== 'lib/evm/wallet-error-table.ts');

/** Returns the value of a number that a file declares. */
const valueIn = (home: string, name: string) =>
  Number(new RegExp(`\\bconst ${name} = ([\\d_.]+);`).exec(code(home))?.[1]?.replaceAll('_', ''));

test.each(Object.entries(unmistakable))(
  'TEST-3 DOWN-2 DOWN-3 the business constant %s is defined in one file',
  (name, [value, home]) => {
    expect(valueIn(home, name)).toBe(value);
    // A page has 20 rows in more than one list.
    if (name === 'SAMPLE_PAGE_SIZE') return;
    const literal = new RegExp(`(?<![\\w.-])${asWritten(value)}(?![\\w.-])`);
    expect(modules.filter((file) => literal.test(code(file)))).toEqual([home]);
  },
);

test('DOWN-2 only a style sheet states when a QR code hides', () => {
  const literal = new RegExp(`(?<![\\w.-])${QR_HIDE_DELAY_MS}(?:ms)?(?![\\w.-])`);
  expect(modules.filter((file) => literal.test(code(file)))).toEqual([]);
  expect(sources(/\.css$/).filter((file) => literal.test(code(file)))).toEqual([
    'components/site/download/qr-popup.css',
  ]);
});

test.each(Object.entries(common))(
  'DLG-2 NOTE-1 ABOUT-1 TEST-1 %s is defined only in its file',
  (name, [value, home, use]) => {
    if (!home.endsWith('.css')) expect(valueIn(home, name)).toBe(value);
    expect(modules.filter((file) => file !== home && use.test(code(file)))).toEqual([]);
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
  for (const [name, line] of misplaced) expect([line, common[name][2].test(line)]).toEqual([line, true]);
});

test('DLG-2 the exit animation of a modal takes 500 ms', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  const [, value] = /--motion-dialog:\s*(\d+)ms/.exec(css) ?? [];
  expect(Number(value)).toBe(common.DIALOG_CLOSE_DELAY_MS[0]);
});
