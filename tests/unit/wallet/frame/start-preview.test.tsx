import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { getAddress } from 'viem';
import { mock, useConfig } from 'wagmi';
import { connect } from 'wagmi/actions';
import { Activity } from '@/components/wallet/activity/activity';
import { Approvals } from '@/components/wallet/approvals/approvals';
import { CardPage } from '@/components/wallet/card/card';
import { QrCode } from '@/components/wallet/display/qr-code';
import { Nfts } from '@/components/wallet/nfts/nfts';
import { Overview } from '@/components/wallet/overview/overview';
import { Pay } from '@/components/wallet/pay/pay';
import { Portfolio } from '@/components/wallet/portfolio/portfolio';
import { Recovery } from '@/components/wallet/recovery/recovery';
import { Unlocks } from '@/components/wallet/unlocks/unlocks';
import { useDialogs } from '@/lib/browser/dialogs';
import { chooseCurrency } from '@/lib/preferences/currency';
import { saveContact } from '@/lib/wallet/contacts/contacts';
import messages from '@/messages/en.json';
import { configureClient } from '../../../support/client-settings';
import { servePrices } from '../../../support/price-api';
import { renderOnChains, silent } from '../../../support/test-chains';

servePrices();
// jsdom has no scrolling, which virtualized tables use.
beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));
beforeEach(() => {
  configureClient();
  chooseCurrency('USD');
  window.history.replaceState(null, '', '/wallet');
  useDialogs.setState({ open: null });
});

const { about } = messages.wallet.preview;
const answers = new Map([[901, silent]]);
const show = (Page: ComponentType) => renderOnChains(<Page />, answers);

test.each<[keyof typeof about, ComponentType, readonly RegExp[]]>([
  ['overview', Overview, [/Total in USD/, /1\.85 ETH/, /(Today|Yesterday)DepositBase Sent −250 USDC/]],
  ['portfolio', Portfolio, [/Total in USD/, /ETH\$5,828\.94/, /USDC\$2,400\.00/]],
  ['nfts', Nfts, [/#1204Sample art/, /Ethereum · 6/]],
  ['activity', Activity, [/\+600 USDC/, /−400 USDC.*\+1,562\.5 TIDE/]],
  ['approvals', Approvals, [/USDCHigh risk.*Unlimited.*\$2,400\.00/, /TIDELow risk/]],
  ['recovery', Recovery, [/Tidewell vaultOn/, /30 days/]],
  ['card', CardPage, [/445\.15 USDC/, /Café on the corner/]],
  ['unlocks', Unlocks, [/515\.2 DAI/, /in 12 days 5 hours/]],
  ['pay', Pay, [/25 USDC/, /Sample contact 1/]],
])(
  'WAL-1 A11Y-1 the %s page shows a visitor a marked sample, which is not interactive, and one button',
  async (page, Page, contents) => {
    show(Page);
    const sample = screen.getByText('Sample', { exact: true }).closest('[inert]');
    expect(sample).toHaveAttribute('aria-hidden', 'true');
    for (const content of contents) expect(sample).toHaveTextContent(content);
    expect(screen.getByText(about[page])).toBeInTheDocument();
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Connect wallet' }));
    expect(useDialogs.getState().open).toBe('wallet');
    expect(screen.getAllByRole('button')).toHaveLength(1);
  },
);

test('NUM-1 the values of the sample on Home add up to its total', () => {
  show(Overview);
  const sample = screen.getByText('Sample', { exact: true }).closest('[inert]');
  const [total, inWallet, inVault, ...rows] = [
    ...(sample?.textContent ?? '').matchAll(/(?<!\+)\$([\d,]+\.\d\d)/g),
  ].map(([, text = '']) => Number(text.replace(/[,.]/g, '')));
  const sum = (values: readonly (number | undefined)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0);
  expect(rows).toHaveLength(4);
  expect(total).toBe(sum(rows));
  expect(total).toBe(sum([inWallet, inVault]));
});

test('NUM-1 the samples of Home and the portfolio show the same total and parts', () => {
  const figuresIn = (Page: ComponentType, [total, wallet, vault]: readonly [string, string, string]) => {
    const { unmount } = show(Page);
    const text = screen.getByText('Sample', { exact: true }).closest('[inert]')?.textContent ?? '';
    unmount();
    return [total, wallet, vault].map((label) => text.split(label)[1]?.match(/^\$[\d,]+\.\d\d/)?.[0]);
  };
  const home = figuresIn(Overview, ['Total in USD', 'past 24 hoursWallet', 'Vault']);
  expect(home).not.toContain(undefined);
  expect(figuresIn(Portfolio, ['Total in USD', 'In your wallet', 'In your vault'])).toEqual(home);
});

test('WAL-14 the code of the sample is not a payment request', () => {
  const shape = (container: HTMLElement) =>
    container.querySelector('svg[role=img] path:last-of-type')?.getAttribute('d');
  const sample = shape(show(Pay).container);
  expect(sample).toBeTruthy();
  expect(sample).toBe(
    shape(render(<QrCode value="https://tidewell.example/wallet/pay" label="" />).container),
  );
});

test('WAL-14 a visitor with a payment request sees what it asks for, and no sample', () => {
  const bob = '0x00000000000000000000000000000000000B0B00';
  saveContact({ name: 'Bob', address: getAddress(bob) });
  const request = `ethereum:${bob.toLowerCase()}@901?value=25e17`;
  window.history.replaceState(null, '', `/wallet/pay?${new URLSearchParams({ tab: 'pay', request })}`);
  show(Pay);
  const section = screen.getByRole('heading', { name: 'You have a payment request' }).parentElement;
  for (const fact of ['2.5 ETH', 'North Sea', 'Bob', '0B0b00']) expect(section).toHaveTextContent(fact);
  expect(screen.queryByText('Sample')).toBeNull();
  expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
});

function Connected({ children }: { children: ReactNode }) {
  const config = useConfig();
  useEffect(() => {
    void connect(config, { connector: mock({ accounts: ['0x00000000000000000000000000000000000000bb'] }) });
  }, [config]);
  return children;
}

test('WAL-1 a visitor with a connected wallet is offered to sign in', async () => {
  renderOnChains(
    <Connected>
      <Portfolio />
    </Connected>,
    answers,
  );
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Connect wallet' })).toBeNull();
  expect(screen.getByText('Sample')).toBeVisible();
});
