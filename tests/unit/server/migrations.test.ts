/** @jest-environment node */
import journal from '@/lib/server/db/migrations/meta/_journal.json';

test('OPS-1 each migration is later than the one before, because a database skips those that are earlier', () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});
