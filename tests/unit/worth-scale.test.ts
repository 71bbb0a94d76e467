import { worthScale } from '@/components/wallet/portfolio/worth-scale';

test('WAL-13 figures beside the grid are round, also where a line of it stands a millionth beside nothing', () => {
  const { text } = worthScale({ currency: 'USD', locale: 'en' });
  expect([5.551e-17, -6.939e-18, 0].map(text)).toEqual(['$0', '$0', '$0']);
  expect([0.2, -0.04, 24_000, 1_234_567].map(text)).toEqual(['$0.2', '-$0.04', '$24K', '$1.235M']);
});
