import { readFileSync } from 'node:fs';
import { DIALOG_CLOSE_DELAY_MS } from '@/lib/constants';

test('DLG-2 the exit motion of a modal takes the 500 ms of the constant', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  const [, value] = /--motion-dialog:\s*(\d+)ms/.exec(css) ?? [];
  expect(Number(value)).toBe(DIALOG_CLOSE_DELAY_MS);
});
