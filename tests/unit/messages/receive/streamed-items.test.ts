import { StreamedItems } from '@/lib/messages/receive/streamed-items';

const item = (id: number) =>
  ({ id, kind: 'message', groupId: 'a', content: new Uint8Array(), start: null }) as const;
const complete = (...ids: number[]) => ({ items: ids.map(item), isComplete: true });

/** Streamed items after the first fetch. */
function afterFetch(): StreamedItems {
  const streamed = new StreamedItems();
  expect(streamed.take()).toBeNull();
  return streamed;
}

test('items are taken once, in the order in which they came', () => {
  const streamed = afterFetch();
  streamed.add(complete(2, 3));
  streamed.add(complete(1));
  expect(streamed.take()?.map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(streamed.take()).toEqual([]);
});

test.each<[why: string, change: (streamed: StreamedItems) => void]>([
  ['the stream has not brought all', (streamed) => streamed.add({ items: [], isComplete: false })],
  ['an earlier item could not be applied', (streamed) => streamed.requireFetch()],
  ['too many items wait', (streamed) => streamed.add(complete(...Array(201).keys()))],
])('a fetch replaces the items if %s, and later items are applied after it', (_, change) => {
  const streamed = afterFetch();
  streamed.add(complete(1));
  change(streamed);
  streamed.add(complete(2));
  expect(streamed.take()).toBeNull();
  streamed.add(complete(3));
  expect(streamed.take()?.map(({ id }) => id)).toEqual([3]);
});
