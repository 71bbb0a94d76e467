import { listName } from '@/lib/wallet/tokens/listed-token';

test('WAL-10 a list of addresses has one name, whatever holds it, and another list has another', () => {
  const one = listName(['0xa', '0xb']);
  expect(listName(['0xa', '0xb'])).toBe(one);
  expect(
    listName(
      new Map([
        ['0xa', 1],
        ['0xb', 2],
      ]),
    ),
  ).toBe(one);
  expect([listName(['0xb', '0xa']), listName(['0xa']), listName([])]).not.toContain(one);
});
