/** @jest-environment node */
import { readIcon } from '@/components/wallet/connect/read-announcement';
import { parseAmount, truncate } from '@/lib/format/amount';
import { scrub } from '@/lib/server/describe-error';
import { isFresh } from '@/lib/server/http/conditional';
import { parseMetadata } from '@/lib/server/nft/parse-metadata';
import { ruleByProblem } from '@/lib/validation/wording';
import { nameSuspicions, textSuspicions } from '@/lib/wallet/nfts/suspicion';

/** Shortest of several measurements, which other programs on the machine disturb least. In ms. */
function cost(run: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...rounds);
}

const GROWTH = 16;
const SMALL = 2_000;

const ifNoneMatch = (value: string) =>
  isFresh(new Request('http://127.0.0.1/', { headers: { 'If-None-Match': value } }), '"tag"');
const metadata = (fields: object) => parseMetadata(Buffer.from(JSON.stringify(fields)));
const icon = (svg: string) => readIcon(`data:image/svg+xml,${svg}`);
const refused = (run: () => unknown) => expect(run).toThrow(RangeError);

/** Texts that took time quadratic, or worse, in their length. */
const cases: [string, (length: number) => string, (text: string) => unknown][] = [
  ['a tag of spaces in an NFT text', (length) => `<${' '.repeat(length)}`, textSuspicions],
  ['tags without an end in an NFT text', (length) => '<a'.repeat(length / 2), textSuspicions],
  ['hyphens in an NFT name', (length) => 'a-'.repeat(length / 2), nameSuspicions],
  [
    'spaces in NFT metadata',
    (length) => `<${' '.repeat(length)}`,
    (description) => metadata({ description }),
  ],
  ['hyphens in NFT metadata', (length) => 'a-'.repeat(length / 2), (name) => metadata({ name })],
  ['hyphens in a logged path', (length) => 'a-'.repeat(length / 2), (text) => scrub(text)],
  ['spaces in If-None-Match', (length) => `a${' '.repeat(length)}b`, ifNoneMatch],
  ['digits of a price', (length) => `${'1'.repeat(length)}x`, (text) => refused(() => truncate(text))],
  ['digits of an amount', (length) => `${'1'.repeat(length)}x`, (text) => parseAmount(text, 18)],
  ['groups of an amount', (length) => `1${' 111'.repeat(length / 4)}x`, (text) => parseAmount(text, 18)],
  ['digits in a form', (length) => `${'1'.repeat(length)}x`, ruleByProblem.decimal],
  ['spaces in an icon', (length) => `url(${' '.repeat(length)}x`, icon],
  ['document types in an icon', (length) => '<!DOCTYPE'.repeat(length / 9), icon],
];

test.each(cases)('OPS-6 the cost of %s grows linearly', (_, textOf, run) => {
  const [short, long] = [textOf(SMALL), textOf(SMALL * GROWTH)];
  // Linear growth costs 16 times as much and quadratic growth 256 times. The constant covers what every call costs.
  expect(cost(() => run(long))).toBeLessThan((cost(() => run(short)) + 0.05) * GROWTH * 4);
});
