import { brandMark, MARK_UNITS, tideLines } from '@/lib/art/tide-lines';

/** The light theme's colors in app/globals.css, because a receipt looks the same in both themes. */
export const receiptColors = {
  paper: '#f6f8f9',
  raised: '#ffffff',
  ink: '#0b1b2b',
  muted: '#3d4d5a',
  line: '#cdd8dd',
  tide: '#00635d',
  success: '#04512f',
  error: '#8f1620',
} as const;
type Color = keyof typeof receiptColors;

type TextStyle = { size: number; weight?: number; isMono?: boolean };

/**
 * A text or path to draw. Text is positioned by its baseline. A path is stroked if it has a width, and filled
 * otherwise.
 */
export type DrawingItem =
  | { type: 'rect'; x: number; y: number; width: number; height: number; color: Color }
  | ({ type: 'text'; x: number; y: number; text: string; color: Color; align?: 'end' } & TextStyle)
  | { type: 'path'; x: number; y: number; scale: number; d: string; color: Color; width?: number };

export type Drawing = { width: number; height: number; items: DrawingItem[] };

/** Content of a receipt image. */
export type ReceiptContent = {
  brand: string;
  document: string;
  isFailed: boolean;
  status: string;
  time: string;
  headline: string;
  note: string | null;
  rows: readonly { label: string; lines: readonly string[]; address?: string; isStrong?: boolean }[];
  hash: { label: string; value: string };
  scan: string;
  proof: string;
  /** A QR code as the path of its dark modules, including the quiet zone. Null if there is no explorer. */
  code: { d: string; modules: number } | null;
};

type Measure = (text: string, style: TextStyle) => number;

const WIDTH = 540;
const MARGIN = 44;
const INNER = WIDTH - 2 * MARGIN;
const CODE = 136;
const GROUP = 8;
const GROUPS_PER_LINE = 4;
const FIELD = { x: 212, width: 328, height: 128 };

/** A Han character or a word, with the punctuation and space after it, which must not start a line. */
const PIECES =
  /(?:\p{Script=Han}|[^\s\p{Script=Han}、。，；：！？）」』]+)[、。，；：！？）」』]*\s*|\S\s*/gu;

/** Splits a piece that exceeds the line width, such as a long number. */
function* fitting(piece: string, fits: (text: string) => boolean): Generator<string> {
  let part = '';
  for (const character of piece) {
    if (part && !fits(part + character)) {
      yield part;
      part = '';
    }
    part += character;
  }
  yield part;
}

/** Breaks text into lines that fit a width. */
export function wrapText(text: string, width: number, style: TextStyle, measure: Measure): string[] {
  const fits = (line: string) => measure(line.trimEnd(), style) <= width;
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(PIECES) ?? [])
    for (const part of fits(piece) ? [piece] : fitting(piece, fits)) {
      if (line && !fits(line + part)) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += part;
    }
  return [...lines, line.trimEnd()];
}

/** Splits a hash into lines of groups of eight digits, which are easier to compare. */
export function hashLines(hash: string): string[] {
  const groups = hash.slice(2).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  const lines: string[] = [];
  for (let at = 0; at < groups.length; at += GROUPS_PER_LINE)
    lines.push(groups.slice(at, at + GROUPS_PER_LINE).join(' '));
  return lines.map((line, index) => (index === 0 ? `0x ${line}` : `   ${line}`));
}

function headerItems({ brand }: ReceiptContent): DrawingItem[] {
  const mark = brandMark();
  const scale = 38 / MARK_UNITS;
  const field = tideLines({
    seed: 12,
    width: FIELD.width * 2,
    height: FIELD.height * 2,
    lines: 13,
    steps: 14,
    left: [0.46, 0.54],
    right: [-0.1, 1.02],
    swell: 0.07,
    opens: 0.04,
  });
  return [
    ...field.map(
      (d, index): DrawingItem => ({
        type: 'path',
        x: FIELD.x,
        y: 0,
        scale: 0.5,
        d,
        color: 'tide',
        width: index % 5 === 0 ? 3.2 : 1.8,
      }),
    ),
    { type: 'path', x: MARGIN, y: 45, scale, d: mark.d, color: 'tide', width: mark.strokeWidth },
    { type: 'text', x: MARGIN + 50, y: 72, text: brand, size: 24, weight: 500, color: 'ink' },
  ];
}

/** Paths of the marks of a confirmed and a failed transaction, in a square of 22 units: a check or a cross in a ring. */
export const statusPaths = {
  success: 'M11 1a10 10 0 1 0 .010 0ZM6.500 11.500l3 3 6-7',
  reverted: 'M11 1a10 10 0 1 0 .010 0ZM7.500 7.500l7 7m0-7-7 7',
} as const;

/** Marks the status by shape as well as by color. */
function statusItems({ isFailed, status, time }: ReceiptContent, y: number, measure: Measure): DrawingItem[] {
  const color = isFailed ? 'error' : 'success';
  const style = { size: 16, weight: 500 };
  const d = statusPaths[isFailed ? 'reverted' : 'success'];
  const start = MARGIN + 32;
  return [
    { type: 'path', x: MARGIN, y: y - 17, scale: 1, d, color, width: 1.75 },
    { type: 'text', x: start, y, text: status, color, ...style },
    {
      type: 'text',
      x: start + measure(status, style) + 12,
      y,
      text: time,
      color: 'muted',
      size: 15,
    },
  ];
}

/** Returns a receipt as items to draw, with positions in units of half a pixel of the picture. */
export function receiptDrawing(content: ReceiptContent, measure: Measure): Drawing {
  const items: DrawingItem[] = [...headerItems(content)];
  let y = 166;
  items.push({ type: 'text', x: MARGIN, y, text: content.document, size: 15, color: 'muted' });
  const headline = { size: 30, weight: 440 };
  y += 14;
  for (const text of wrapText(content.headline, INNER, headline, measure)) {
    y += 38;
    items.push({ type: 'text', x: MARGIN, y, text, color: 'ink', ...headline });
  }
  y += 40;
  items.push(...statusItems(content, y, measure));
  if (content.note) {
    y += 6;
    for (const text of wrapText(content.note, INNER, { size: 15 }, measure)) {
      y += 26;
      items.push({ type: 'text', x: MARGIN, y, text, size: 15, color: 'ink' });
    }
  }
  y += 26;
  for (const { label, lines, address, isStrong } of content.rows) {
    items.push({ type: 'rect', x: MARGIN, y, width: INNER, height: 1, color: 'line' });
    items.push({ type: 'text', x: MARGIN, y: y + 28, text: label, size: 14, color: 'muted' });
    y += 4;
    const width = INNER - measure(label, { size: 14 }) - 24;
    for (const [index, line] of lines.entries()) {
      const style = index > 0 ? { size: 13 } : isStrong ? { size: 18, weight: 500 } : { size: 15 };
      for (const text of wrapText(line, width, style, measure)) {
        y += 24;
        const color = index > 0 ? 'muted' : 'ink';
        items.push({ type: 'text', x: WIDTH - MARGIN, y, text, color, align: 'end', ...style });
      }
    }
    if (address) {
      y += 24;
      const style = { size: 12.5, isMono: true };
      items.push({ type: 'text', x: WIDTH - MARGIN, y, text: address, color: 'ink', align: 'end', ...style });
    }
    y += 16;
  }
  items.push({ type: 'rect', x: MARGIN, y, width: INNER, height: 1, color: 'line' });
  y += 28;
  items.push({ type: 'text', x: MARGIN, y, text: content.hash.label, size: 14, color: 'muted' });
  for (const text of hashLines(content.hash.value)) {
    y += 24;
    items.push({ type: 'text', x: MARGIN, y, text, size: 14, isMono: true, color: 'ink' });
  }
  y += 28;
  if (content.code) {
    const { d, modules } = content.code;
    items.push({ type: 'rect', x: MARGIN, y, width: CODE, height: CODE, color: 'raised' });
    items.push({ type: 'path', x: MARGIN, y, scale: CODE / modules, d, color: 'ink' });
  }
  const [x, width] = content.code ? [MARGIN + CODE + 24, INNER - CODE - 24] : [MARGIN, INNER];
  let at = content.code ? y + 10 : y - 12;
  for (const [text, color] of [
    ...(content.code
      ? wrapText(content.scan, width, { size: 15 }, measure).map((line) => [line, 'ink'])
      : []),
    ...wrapText(content.proof, width, { size: 13 }, measure).map((line) => [line, 'muted']),
  ] as [string, Color][]) {
    at += color === 'ink' ? 24 : 22;
    items.push({ type: 'text', x, y: at, text, size: color === 'ink' ? 15 : 13, color });
  }
  const height = Math.ceil(Math.max(content.code ? y + CODE : 0, at) + MARGIN);
  items.unshift({ type: 'rect', x: 0, y: 0, width: WIDTH, height, color: 'paper' });
  return { width: WIDTH, height, items };
}
