/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import journal from '@/lib/server/db/migrations/meta/_journal.json';

test('OPS-1 each migration is later than the one before, because a database skips those that are earlier', () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('OPS-4 an operator can create the indexes of an upgrade in advance, without blocking writes', () => {
  const [indexes = [], ...upgrades] = journal.entries.map(({ tag }) => {
    const text = readFileSync(path.resolve(`lib/server/db/migrations/${tag}.sql`), 'utf8');
    return text.match(/^CREATE (UNIQUE )?INDEX .*/gm) ?? [];
  });
  expect(indexes).not.toEqual([]);
  // Only the first migration, which creates the tables, requires that none of its indexes exist.
  for (const statement of upgrades.flat()) expect(statement).toContain(' INDEX IF NOT EXISTS ');
});
