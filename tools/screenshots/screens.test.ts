import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@/scripts/launcher/settings';
import { dialogScreens } from './all/dialogs';
import { outputFolder } from './all/output-folder';
import { pageScreens } from './all/pages';
import { like } from './all/screen';
import { shotsOf } from './all/shoot';
import { transferScreens } from './all/transfers';

const screens = [...pageScreens, ...dialogScreens, ...transferScreens];

test('OPS-1 screenshots of every screen have file names of their own', () => {
  const files = screens.flatMap((screen) =>
    (['en', 'zh-Hant'] as const).flatMap((locale) => shotsOf(screen, locale).map(({ file }) => file)),
  );
  expect(files).toContain('deposit-pending-zh-dark-360.png');
  expect(new Set(files).size).toBe(files.length);
});

test('OPS-1 screenshots go to a folder outside the repository only', () => {
  const outside = path.join(tmpdir(), 'screens');
  expect(outputFolder(outside)).toBe(outside);
  for (const inside of [projectRoot, path.join(projectRoot, 'docs', 'screens')])
    expect(() => outputFolder(inside)).toThrow('inside the repository');
  for (const missing of [undefined, '--only=home']) expect(() => outputFolder(missing)).toThrow('OUT_DIR');
});

test('OPS-1 a message becomes a pattern for its placeholders', () => {
  expect('Deposit 25 tDAI').toMatch(like('Deposit {amount} {symbol}'));
  expect('Withdraw 25 tDAI').not.toMatch(like('Deposit {amount} {symbol}'));
});
