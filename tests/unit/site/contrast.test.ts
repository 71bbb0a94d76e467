import { readFileSync } from 'node:fs';

const css = readFileSync('app/globals.css', 'utf8');
const darkStart = css.indexOf('@variant dark {');

function tokens(block: string) {
  return new Map([...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

const themes = {
  light: tokens(css.slice(0, darkStart)),
  dark: tokens(css.slice(darkStart, css.indexOf('html {', darkStart))),
};

/** Returns the relative luminance as defined in WCAG 2.2. */
function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['paper', 'raised', 'sunken', 'water-wash'];
const textOnSurfaces = ['ink', 'muted', 'water', 'gain', 'loss', 'success', 'warning', 'error'];
const pairs: [foreground: string, background: string, ratio: number][] = [
  ...textOnSurfaces.flatMap((text) => surfaces.map((s): [string, string, number] => [text, s, 7])),
  ['on-water', 'water', 7],
  ['on-buoy', 'buoy', 7],
  ...surfaces.flatMap((s): [string, string, number][] => [
    ['edge', s, 3],
    ['tide', s, 3],
    ['focus', s, 3],
  ]),
];

describe.each(Object.entries(themes))('A11Y-1 contrast in the %s theme', (_, theme) => {
  test.each(pairs)('%s on %s is at least %d to 1', (foreground, background, ratio) => {
    const pair = [theme.get(foreground), theme.get(background)];
    expect(pair).toEqual([expect.any(String), expect.any(String)]);
    expect(contrast(pair[0] ?? '', pair[1] ?? '')).toBeGreaterThanOrEqual(ratio);
  });
});

test('both themes define the same colors', () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort());
});
