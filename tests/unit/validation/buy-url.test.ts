import { buyUrl, sentTo } from '@/lib/validation/buy-url';

const values = { address: '0xAb', chain: '8453', token: 'A&B {chain}', language: 'zh-Hant' };

test('BUY-1 values are encoded, once each, wherever their placeholder is', () => {
  const provider = {
    name: 'Harbor Pay',
    url: 'https://pay.example.org/{token}?to={address}&again={address}#{language}',
  };
  expect(buyUrl(provider, values)).toBe(
    'https://pay.example.org/A%26B%20%7Bchain%7D?to=0xAb&again=0xAb#zh-Hant',
  );
  expect(sentTo(provider)).toEqual(['address', 'token', 'language']);
});

test('BUY-1 a company whose address has no placeholder is sent nothing', () => {
  expect(sentTo({ name: 'Tide Market', url: 'https://market.example.org' })).toEqual([]);
});
