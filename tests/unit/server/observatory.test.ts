/** @jest-environment node */
import { contentPolicy } from '@/lib/http/content-policy';
import {
  isPublicPath,
  NO_PAGE_POLICY,
  pagePolicyHeaders,
  SECURITY_HEADERS,
} from '@/lib/http/response-headers';
import { gradeOf, scoreOf } from '../../support/observatory';

const settings = {
  connect: ['https://rpc.example.org'],
  frameAncestors: [],
  frames: [],
  walletConnect: true,
};
const scoreWith = (headers: Record<string, string>) =>
  scoreOf(new Headers({ ...SECURITY_HEADERS, ...headers }));

test('OPS-5 the Observatory rules give A+ to pages, to wallet pages with WalletConnect, and to other answers', () => {
  const scores = [
    scoreWith(pagePolicyHeaders('/home', ["'sha256-abc'"], settings)),
    scoreWith(pagePolicyHeaders('/wallet', ["'sha256-abc'"], settings)),
    scoreWith({ 'Content-Security-Policy': NO_PAGE_POLICY }),
    scoreWith({ 'Content-Security-Policy': NO_PAGE_POLICY, 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  ];
  expect(scores).toEqual([125, 120, 130, 120]);
  expect(new Set(scores.map(gradeOf))).toEqual(new Set(['A+']));
});

test.each([
  ['no policy', {}, 'C'],
  [
    'inline scripts',
    { 'Content-Security-Policy': contentPolicy({ ...settings, scripts: ["'unsafe-inline'"] }) },
    'B',
  ],
  ['no HSTS', { 'Content-Security-Policy': NO_PAGE_POLICY, 'Strict-Transport-Security': 'max-age=60' }, 'B'],
  ['sniffed types', { 'Content-Security-Policy': NO_PAGE_POLICY, 'X-Content-Type-Options': '' }, 'A+'],
])('OPS-5 the Observatory rules penalize %s', (_, headers, grade) => {
  expect(gradeOf(scoreWith(headers))).toBe(grade);
  expect(scoreWith(headers)).toBeLessThan(130);
});

test.each([
  ['/avatars/0a.webp', true],
  ['/coins/eth.svg', true],
  ['/dapp-provider.js', true],
  ['/api/tokenlist.json', true],
  ['/api/erc7730/1/0x00.json', true],
  ['/home', false],
  ['/api/user/info', false],
  ['/_next/static/a.js', false],
])('OPS-5 other sites may load %s: %s', (path, expected) => {
  expect(isPublicPath(path)).toBe(expected);
});
