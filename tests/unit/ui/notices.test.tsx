import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NoticeList } from '@/components/ui/notice-list';
import { notify, useNotices } from '@/lib/browser/notices';

beforeEach(() => {
  jest.useFakeTimers();
  useNotices.setState({ notices: [] });
});
afterEach(() => jest.useRealTimers());

test('NOTE-1 a notice of each type lasts 5,000 ms', () => {
  for (const type of ['success', 'error', 'warning'] as const) {
    notify(type, type);
    jest.advanceTimersByTime(4_999);
    expect(useNotices.getState().notices).toMatchObject([{ type, message: type }]);
    jest.advanceTimersByTime(1);
    expect(useNotices.getState().notices).toEqual([]);
  }
});

test('NOTE-2 keeps the latest three notices', () => {
  for (const message of ['a', 'b', 'c', 'd']) notify('warning', message);
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual(['b', 'c', 'd']);
});

test('NOTE-1 notices appear in a polite live region that exists before them, and can be dismissed', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(<NoticeList label="Notifications" dismissLabel="Dismiss" />);
  const region = screen.getByRole('region', { name: 'Notifications' });
  expect(region).toHaveAttribute('aria-live', 'polite');
  act(() => notify('success', 'copy successful'));
  expect(region).toHaveTextContent('copy successful');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(region).toBeEmptyDOMElement();
});
