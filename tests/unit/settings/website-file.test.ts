/** @jest-environment node */

import shipped from '@/config/website.json';
import { websiteFile } from '@/lib/api/schemas/config';

const none = { stake: null, pledge: null, presale: null };
const withNotes = (earnNotes: unknown) => websiteFile.safeParse({ ...shipped, earnNotes });

test('OPS-2 notes on offers are optional, and the shipped file has none', () => {
  expect(withNotes(undefined).success).toBe(true);
  expect(shipped.earnNotes).toEqual(none);
});

test('OPS-2 a note on offers requires non-empty text in every language', () => {
  const note = { en: ' Funded each quarter. ', 'zh-Hant': '每季注資一次。' };
  expect(withNotes({ ...none, stake: note }).data?.earnNotes?.stake?.en).toBe('Funded each quarter.');
  for (const faulty of [
    { ...none, stake: { en: note.en } },
    { ...none, stake: { ...note, en: ' ' } },
    { ...none, stake: { ...note, en: 'x'.repeat(601) } },
    { ...none, stake: { ...note, ja: 'x' } },
    { ...none, swap: note },
    { stake: note },
  ])
    expect([faulty, withNotes(faulty).success]).toEqual([faulty, false]);
});

test('OPS-2 an operator has a name and an address, and a report goes to an email address or an https page', () => {
  const parse = (change: object) => websiteFile.safeParse({ ...shipped, ...change }).success;
  const operator = { name: 'Tide Ltd', address: '1 Quay, Singapore' };
  for (const good of [
    { operator: undefined, securityContact: undefined },
    { operator },
    { operator: { ...operator, registration: 'UEN 202600001A' } },
    { securityContact: 'mailto:security@example.org' },
    { securityContact: 'https://example.org/security' },
  ])
    expect([good, parse(good)]).toEqual([good, true]);
  for (const bad of [
    { operator: { name: 'Tide Ltd' } },
    { operator: { ...operator, name: ' ' } },
    { operator: { ...operator, phone: '1' } },
    { securityContact: 'security@example.org' },
    { securityContact: 'javascript:alert(1)' },
    { securityContact: 'https://example.org\nContact: https://evil.example' },
  ])
    expect([bad, parse(bad)]).toEqual([bad, false]);
});

test('BUY-1 a company that sells crypto has an https address, with known placeholders after its host', () => {
  expect(shipped.buyProviders).toEqual([]);
  const parse = (url: string) =>
    websiteFile.safeParse({ ...shipped, buyProviders: [{ name: 'Harbor Pay', url }] }).success;
  for (const good of [
    'https://pay.example.org',
    'https://pay.example.org:8443/{chain}/{token}?to={address}#{language}',
    'https://pay.example.org?to={address}&again={address}',
  ])
    expect([good, parse(good)]).toEqual([good, true]);
  for (const bad of [
    'http://pay.example.org/{address}',
    'javascript:alert({address})',
    'pay.example.org',
    'https://{token}.example.org/',
    'https://pay.example.org{address}',
    'https://pay.example.org:{chain}/',
    'https://user@pay.example.org/',
    'https://pay.example.org\\@evil.example/',
    'https://pay.example.org/?to={adress}',
    'https://pay.example.org/?to={address',
    'https://pay.example.org/?to={{address}}',
    'https://pay.example.org/?to={address} x',
  ])
    expect([bad, parse(bad)]).toEqual([bad, false]);
});
