import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { RequestCode } from '@/components/wallet/pay/request-code';
import messages from '@/messages/en.json';

jest.mock('@/lib/i18n/navigation', () => ({ getPathname: () => '/wallet/pay' }));

const REQUEST = 'ethereum:0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc@1?value=5';
const LINK = `${window.location.origin}/wallet/pay?${new URLSearchParams({ tab: 'pay', request: REQUEST })}`;

const show = (isWrong = false) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <RequestCode request={REQUEST} caption="5 ETH" network="North Sea" label="The code" isWrong={isWrong} />
    </NextIntlClientProvider>,
  );

afterEach(() => Reflect.deleteProperty(navigator, 'share'));

test('WAL-14 a request is shared as a link, and its text is for wallets that read the code', async () => {
  const share = jest.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { share });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(share.mock.calls).toEqual([[{ title: 'Pay', text: '5 ETH, North Sea', url: LINK }]]);
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(screen.queryByText(/ethereum:/)).toBeNull();
});

test('WAL-14 a browser that cannot share copies the link', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('WAL-14 while the amount is wrong, there is no code', () => {
  show(true);
  expect(screen.getByRole('status')).toHaveTextContent('Correct the amount to see the code.');
  expect(screen.queryByRole('img', { name: 'The code' })).toBeNull();
});
