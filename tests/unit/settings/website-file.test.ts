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
