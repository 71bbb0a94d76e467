import { fireEvent, render, screen } from '@testing-library/react';
import { Avatar } from '@/components/wallet/display/avatar';
import { accountMark } from '@/lib/art/account-mark';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

test('WAL-2 an address always produces the same rings, regardless of letter case', () => {
  const mark = accountMark(ADDRESS);
  expect(accountMark(ADDRESS.toLowerCase())).toEqual(mark);
  expect(mark.fine).toMatch(/^M[-\d. cszM]+z$/);
  expect(mark.hue % 30).toBe(0);
  expect(JSON.stringify(mark).length).toBeLessThan(10_000);
});

test('WAL-2 addresses with the same start and end have different rings', () => {
  const alike = Array.from(
    { length: 200 },
    (_, i) => `0x529084${i.toString(16).padStart(4, '0')}8527886E0F7030069857D2E4169EE7`,
  );
  expect(new Set(alike.map((address) => accountMark(address).fine)).size).toBe(alike.length);
});

test('WAL-2 accounts differ in hue', () => {
  const hues = Array.from(
    { length: 200 },
    (_, i) => accountMark(`0x${i.toString(16).padStart(40, '0')}`).hue,
  );
  expect(new Set(hues).size).toBe(12);
});

test('WAL-2 I18N-3 a picture that fails to load is replaced by the rings, and a new picture is tried', () => {
  const { container, rerender } = render(
    <Avatar address={ADDRESS} src="/avatars/gone.webp" size={64} label="Picture" />,
  );
  const image = container.querySelector('image');
  expect(image).toHaveAttribute('href', '/avatars/gone.webp');
  if (image) fireEvent.error(image);
  expect(container.querySelector('image')).toBeNull();
  expect(container.querySelectorAll('path')).toHaveLength(3);
  expect(screen.getByRole('img', { name: 'Picture' })).toBeInTheDocument();
  rerender(<Avatar address={ADDRESS} src="/avatars/new.webp" size={64} />);
  expect(container.querySelector('image')).toHaveAttribute('href', '/avatars/new.webp');
});
