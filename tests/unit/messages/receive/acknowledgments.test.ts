import type { Engine } from '@/lib/messages/core/engine';
import { Acknowledgments } from '@/lib/messages/receive/acknowledgments';
import { acknowledge } from '@/lib/messages/receive/inbox';
import type { InboxItem } from '@/lib/messages/storage/records';

jest.mock('@/lib/messages/receive/inbox', () => ({ acknowledge: jest.fn() }));

const item = (id: number) => ({ id }) as InboxItem;
const idsOfCalls = () => jest.mocked(acknowledge).mock.calls.map(([, items]) => items.map(({ id }) => id));

test('items that come during a slow acknowledgment are acknowledged soon after it', async () => {
  jest.useFakeTimers();
  let end = () => {};
  jest.mocked(acknowledge).mockReturnValueOnce(
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  jest.mocked(acknowledge).mockResolvedValueOnce();
  const acknowledgments = new Acknowledgments({} as Engine, () => {
    throw new Error('a call failed');
  });
  acknowledgments.add([item(1)]);
  await jest.advanceTimersByTimeAsync(1_000);
  acknowledgments.add([item(2)]);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(idsOfCalls()).toEqual([[1]]);
  end();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(idsOfCalls()).toEqual([[1], [2]]);
  await acknowledgments.close();
});
