import type { Locator, Page } from '@playwright/test';
import {
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseEther,
  recoverTypedDataAddress,
  toHex,
} from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { findings, PHONE } from '../support/axe';
import { E2E_ORIGIN, findContract, findToken, readChains } from '../support/e2e-site';
import { fund } from '../support/fund';
import { otherSignatures } from '../support/more-signature-traps';
import { testDappSignatures } from '../support/signature-traps';
import type { Trap } from '../support/signing-context';
import { callData, permitTypes, signIn, type TrapContext, typedData } from '../support/signing-context';
import { settled } from '../support/site-test';
import { testDappTransactions } from '../support/transaction-traps';
import { expect, test } from '../support/wallet-test';

const CHAIN = 31337;
const ACCOUNT_INDEX = 2;
const place: TrapContext = {
  account: privateKeyToAddress(demoKeys[ACCOUNT_INDEX] as Hex),
  chainId: CHAIN,
  origin: E2E_ORIGIN,
  token: findToken('tUSDT', CHAIN).address as Address,
  stranger: findToken('tDAI', CHAIN).address as Address,
  thief: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  now: Math.floor(Date.now() / 1_000),
};

type Answer = { result: unknown } | { code: number };

/** Opens a wallet page with the demo wallet connected. */
async function open(page: Page, path = '/wallet') {
  await page.addInitScript(
    (stored) => localStorage.setItem('tidewell.demo-wallet', stored),
    JSON.stringify({ accountIndex: ACCOUNT_INDEX, chainId: CHAIN }),
  );
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('button', { name: /Connect wallet|連接錢包/ })).toBeVisible();
}

/** Finds the demo wallet through EIP-6963, as any page would, sends it a request, and resolves to the response. */
const ask = (page: Page, method: string, params: readonly unknown[]): Promise<Answer> =>
  page.evaluate(
    async ([name, list]) => {
      type Provider = {
        request: (request: { method: string; params: readonly unknown[] }) => Promise<unknown>;
      };
      const provider = await new Promise<Provider>((resolve) => {
        window.addEventListener('eip6963:announceProvider', (event) => {
          const { info, provider: announced } = (event as CustomEvent).detail;
          if (info.rdns === 'local.tidewell.demo-wallet') resolve(announced);
        });
        window.dispatchEvent(new Event('eip6963:requestProvider'));
      });
      try {
        return { result: await provider.request({ method: name, params: list }) };
      } catch (error) {
        return { code: (error as { code: number }).code };
      }
    },
    [method, params] as const,
  );

const lay = (page: Page, traps: readonly Trap[], name: string) => {
  const trap = traps.find((candidate) => candidate.name === name);
  if (!trap) throw new Error(`no trap ${name}`);
  return ask(page, trap.method, trap.params(place));
};

const unlimitedPermit = typedData(place, 'Permit', permitTypes, {
  owner: place.account,
  spender: place.thief,
  value: maxUint256.toString(),
  nonce: '0',
  deadline: String(place.now + 600),
});

test('WAL-1 WAL-16 A11Y-1 explains a malicious approval in plain words and requires a second step, also by keyboard', async ({
  page,
}) => {
  await open(page);
  const answer = lay(page, testDappTransactions, 'malicious ERC-20 approval of 64 ones');
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByText(/could take your entire balance of this token/)).toBeVisible();
  await expect(sheet.getByText(/is an account, not a contract\. Whoever holds its key/)).toBeVisible();
  const allowance = sheet.getByRole('group', { name: 'You approve' });
  await expect(allowance).toContainText('Unlimited tUSDT');
  await expect(allowance).toContainText(place.thief);
  const confirm = sheet.getByRole('button', { name: 'Confirm' });
  // A key that is pressed before all checks have finished does nothing.
  await expect(confirm).toBeEnabled();
  await confirm.focus();
  await page.keyboard.press('Enter');
  const consent = sheet.getByRole('checkbox', { name: /^I understand the risk and want to continue/ });
  await expect(consent).toBeFocused();
  await expect(
    sheet.getByText(/^Confirm that you understand the risk, or reject the request\./),
  ).toBeVisible();
  await sheet.getByText('Raw data').click();
  await expect(sheet.getByRole('textbox', { name: 'Raw data' })).toHaveValue(/0x095ea7b3/);
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
  await expect(sheet).toBeHidden();
});

test('WAL-1 WAL-16 an acknowledgment applies to one request only, and what is signed is what was shown', async ({
  page,
}) => {
  await open(page);
  const answers = [1, 2].map(() => ask(page, 'eth_signTypedData_v4', [place.account, unlimitedPermit]));
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: sign a message' });
  const consent = sheet.getByRole('checkbox', { name: /^I understand the risk and want to continue/ });
  await consent.check();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(consent).not.toBeChecked();
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  const [signed, declined] = await Promise.all(answers);
  expect([signed, declined]).toContainEqual({ code: 4001 });
  const signature = [signed, declined].find((answer) => answer && 'result' in answer);
  const data = JSON.parse(unlimitedPermit);
  expect(await recoverTypedDataAddress({ ...data, signature: (signature as { result: Hex }).result })).toBe(
    place.account,
  );
});

test('WAL-1 rejects malformed requests and unsupported kinds without a prompt', async ({ page }) => {
  await open(page);
  for (const trap of [...testDappSignatures, ...testDappTransactions, ...otherSignatures]) {
    if (!('refused' in trap)) continue;
    // These two values can't be serialized into the page.
    if (trap.name === 'half a character' || trap.name === 'nothing') continue;
    const params = trap.params(place);
    expect([trap.name, await ask(page, trap.method, params)]).toEqual([trap.name, { code: trap.refused }]);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('WAL-1 warns of a sign-in for another site, and shows one for this site field by field', async ({
  page,
}) => {
  await open(page);
  const answer = lay(page, testDappSignatures, 'sign-in at another site');
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: sign a message' });
  await expect(
    sheet.getByText(/signs you in at metamask\.badactor\.io, but the request comes from 127\.0\.0\.1:\d+\./),
  ).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'Sign-in' })).toContainText('metamask.badactor.io');
  await page.keyboard.press('Escape');
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 an exact approval for the vault is confirmed in one step', async ({ page }) => {
  await open(page);
  const vault = findContract('vault_contract', CHAIN);
  const answer = ask(page, 'eth_sendTransaction', [
    { from: place.account, to: place.token, data: callData('approve', [vault, 5_000_000n]) },
  ]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByText('No known risks found. Review the details before you sign.')).toBeVisible();
  const allowance = sheet.getByRole('group', { name: 'You approve' });
  await expect(allowance).toContainText('5 tUSDT');
  await expect(allowance).toContainText('Tidewell vault');
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-3 WAL-5 WAL-6 shows which contract may spend how much before the wallet opens', async ({
  page,
  wallet,
  walletPage,
}) => {
  const { address } = wallet.account;
  await fund(address, 'tUSDT', '100', CHAIN);
  await fund(address, 'tTIDE', '100', CHAIN);
  const told = (amount: string, name: string, contract: string) =>
    new RegExp(`${name} to take exactly ${amount}, .+${findContract(contract, CHAIN)}`, 'i');
  const sheet = walletPage.sheet();
  await walletPage.open();
  await walletPage.signIn();
  await walletPage.openDeposit();
  await walletPage.fillDeposit('tUSDT', '5.000001');
  await walletPage.dialog('Deposit').getByRole('button', { name: 'Review' }).click();
  await expect(sheet).toContainText(told('5\\.000001 tUSDT', 'Tidewell vault', 'vault_contract'));
  await page.keyboard.press('Escape');

  await page.goto('/wallet/stake');
  const stake = page.getByRole('region', { name: 'Manage your stake' });
  await stake.getByLabel('Amount', { exact: true }).fill('2');
  await stake.getByRole('button', { name: 'Review' }).click();
  await expect(sheet).toContainText(told('2 tTIDE', 'Tidewell staking pool', 'staking_contract'));

  await page.goto('/wallet/swap?sell=2&buy=1');
  const swap = page.getByRole('form', { name: 'Swap' });
  await swap.getByLabel('You pay', { exact: true }).fill('3');
  await expect(swap.getByText(/^At least /)).toBeVisible();
  await swap.getByRole('button', { name: 'Review' }).click();
  await expect(sheet).toContainText(told('3 tUSDT', 'Swap router', 'router_contract'));
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

for (const [locale, path, title, danger] of [
  [
    'English',
    '/wallet',
    'Demo wallet: sign a message',
    /You would give something away and get nothing in return/,
  ],
  ['Traditional Chinese', '/zh-Hant/wallet', '示範錢包：簽署訊息', /您付出資產，卻得不到任何回報/],
] as const) {
  test(`WAL-1 A11Y-1 a long order in ${locale} fits a phone, and axe finds no violations in either theme`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: PHONE, height: 800 });
    await open(page, path);
    const answer = lay(page, testDappSignatures, 'Seaport bulk order that gives all away');
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByText(danger)).toBeVisible();
    await expect(sheet.getByRole('checkbox')).toBeVisible();
    expect(await findings(page, PHONE, '[role=dialog]')).toEqual([]);
    expect(
      await sheet.evaluate(
        (dialog) =>
          [...dialog.querySelectorAll('*')].filter(
            ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
          ).length,
      ),
    ).toBe(0);
    await page.keyboard.press('Escape');
    expect(await answer).toEqual({ code: 4001 });
  });
}

/** Returns how many pixels of a request stay hidden behind the buttons after scrolling to the end of the request. */
const coveredAtEnd = (sheet: Locator) =>
  sheet.locator('.dialog-action').evaluate((actions) => {
    actions.parentElement?.scrollIntoView({ block: 'end' });
    const content = actions.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    return content - actions.getBoundingClientRect().top;
  });

async function expectActionsInSight(sheet: Locator, names: readonly string[]) {
  await settled(sheet);
  for (const name of names)
    await expect(sheet.getByRole('button', { name, exact: true }).last()).toBeInViewport({ ratio: 1 });
  expect(await coveredAtEnd(sheet)).toBeLessThanOrEqual(0);
}

for (const [width, height, what] of [
  [1280, 800, 'a laptop'],
  [390, 844, 'a phone'],
  [360, 640, 'a small phone'],
  [640, 360, 'a phone in landscape'],
  [640, 400, 'a laptop at 200% zoom'],
  [320, 568, 'the narrowest window'],
] as const) {
  test(`WAL-1 A11Y-1 Confirm and Reject stay visible on ${what} while the request scrolls`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    for (const [title, method, params] of [
      ['Demo wallet: sign a message', 'eth_signTypedData_v4', [place.account, unlimitedPermit]],
      ['Demo wallet: sign a message', 'personal_sign', [signIn(place), place.account]],
      [
        'Demo wallet: confirm a transaction',
        'eth_sendTransaction',
        [{ from: place.account, to: place.token, data: callData('approve', [place.thief, 5n]) }],
      ],
    ] as const) {
      const answer = ask(page, method, params);
      const sheet = page.getByRole('dialog', { name: title });
      await expectActionsInSight(sheet, ['Confirm', 'Reject']);
      await sheet.getByRole('button', { name: 'Reject' }).last().click();
      expect(await answer).toEqual({ code: 4001 });
      await expect(sheet).toBeHidden();
    }
  });

  test(`WAL-1 A11Y-1 Connect and Reject stay visible on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/wallet');
    await expect(page.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Connect the demo wallet' });
    await expectActionsInSight(sheet, ['Connect', 'Reject']);
  });
}

test('WAL-1 does not report an unreachable network as a transaction that would fail', async ({ page }) => {
  await open(page);
  const rpcUrl = readChains().chains.find(({ id }) => id === CHAIN)?.rpcUrl ?? '';
  await page.route(`${rpcUrl}/**`, (route) => route.abort());
  const data = callData('approve', [findContract('vault_contract', CHAIN), 5_000_000n]);
  const answer = ask(page, 'eth_sendTransaction', [{ from: place.account, to: place.token, data }]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByText("Can't reach the network.", { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 shows a warning instead of the fee for a transaction that would fail', async ({ page }) => {
  await open(page);
  const data = callData('transfer', [place.thief, 10n ** 30n]);
  const answer = ask(page, 'eth_sendTransaction', [{ from: place.account, to: place.token, data }]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByText('This transaction will probably fail.', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 WAL-16 shows the network and the estimated network fee of a transaction', async ({ page }) => {
  await open(page);
  const data = callData('approve', [findContract('vault_contract', CHAIN), 5_000_000n]);
  const answer = ask(page, 'eth_sendTransaction', [{ from: place.account, to: place.token, data }]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByRole('group', { name: 'You approve' })).toContainText('5 tUSDT');
  await expect(sheet.getByRole('group', { name: 'Transaction' })).toContainText(
    'Local chain 1 Chain ID 31337',
  );
  await expect(sheet.getByText('Estimated network fee').locator('xpath=..')).toContainText(/0\.0\d+ ETH/);
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});

/** Requests a deposit of 0.5 ETH, which needs no approval. Resolves to the demo wallet's response. */
const askDeposit = (page: Page): Promise<Answer> =>
  ask(page, 'eth_sendTransaction', [
    {
      from: place.account,
      to: findContract('vault_contract', CHAIN),
      value: toHex(parseEther('0.5')),
      data: encodeFunctionData({ abi: vaultAbi, functionName: 'depositNative' }),
    },
  ]);

test('WAL-1 describes a deposit in one sentence, shows balances before and after, and collapses the details', async ({
  page,
}) => {
  await open(page);
  const answer = askDeposit(page);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(
    sheet.getByRole('heading', { name: 'Deposit 0.5 ETH into your Tidewell vault' }),
  ).toBeVisible();
  const changes = sheet.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText(/Leaves\s*0\.5 ETH/);
  await expect(changes).toContainText(/Arrives\s*0\.5 ETH/);
  const numbers = async (label: string) => {
    const row = changes.getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');
    await expect(row).toHaveText(/^[\d,.]+ → [\d,.]+ ETH$/);
    return ((await row.textContent()) ?? '')
      .match(/[\d,.]+/g)
      ?.map((text) => Number(text.replaceAll(',', '')));
  };
  const [before = 0, after = 0] = (await numbers('Wallet balance')) ?? [];
  expect(before - after).toBeCloseTo(0.5, 5);
  const [vaultBefore = 0, vaultAfter = 0] = (await numbers('Vault balance')) ?? [];
  expect(vaultAfter - vaultBefore).toBeCloseTo(0.5, 5);
  await expect(changes).toContainText('Based on a simulation. Excludes the network fee.');
  const where = sheet.getByRole('group', { name: 'Transaction' });
  await expect(where).toContainText(/Tidewell vault\s*0x\w{4}…\w{4}/);
  await expect(sheet.locator('.dialog-action')).toContainText(/Estimated network fee\s*0\.0\d+ ETH/);
  const call = sheet.getByRole('group', { name: 'Call' });
  await expect(call).toBeHidden();
  await sheet.getByText('Technical details').click();
  await expect(call).toContainText('depositNative()');
  await expect(call).toContainText(findContract('vault_contract', CHAIN));
  await expect(sheet.getByRole('textbox', { name: 'Raw data' })).toHaveValue(/0xdb6b5246/);
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 I18N-3 A11Y-1 the sentence, labels, and details of a deposit are in Chinese, fit on a phone, and pass axe', async ({
  page,
}) => {
  await page.setViewportSize({ width: PHONE, height: 800 });
  await open(page, '/zh-Hant/wallet');
  const answer = askDeposit(page);
  const sheet = page.getByRole('dialog', { name: '示範錢包：確認交易' });
  await expect(sheet.getByRole('heading', { name: '將 0.5 ETH 存入您的 Tidewell 金庫' })).toBeVisible();
  await expect(sheet.getByRole('region', { name: '餘額變化' })).toContainText('錢包餘額');
  await sheet.getByText('技術細節').click();
  expect(await findings(page, PHONE, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 the same call to an unknown contract is not described as a deposit', async ({ page }) => {
  await open(page);
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'deposit',
    args: [place.token, 5_000_000n],
  });
  const answer = ask(page, 'eth_sendTransaction', [{ from: place.account, to: place.thief, data }]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: confirm a transaction' });
  await expect(sheet.getByRole('group', { name: 'Call' })).toContainText('deposit(address token');
  await expect(sheet.getByText(/into your Tidewell vault/)).toHaveCount(0);
  await expect(sheet.getByText('Technical details')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await answer).toEqual({ code: 4001 });
});

test('WAL-1 WAL-16 a permit shows the spender, the amount, and the expiration', async ({ page }) => {
  await open(page);
  const permit = typedData(place, 'Permit', permitTypes, {
    owner: place.account,
    spender: findContract('vault_contract', CHAIN),
    value: '5000000',
    nonce: '0',
    deadline: String(place.now + 600),
  });
  const answer = ask(page, 'eth_signTypedData_v4', [place.account, permit]);
  const sheet = page.getByRole('dialog', { name: 'Demo wallet: sign a message' });
  await expect(
    sheet.getByRole('heading', { name: /^Allow the Tidewell vault to take up to 5 tUSDT until .*UTC$/ }),
  ).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'You approve' })).toContainText(
    'Local chain 1 Chain ID 31337',
  );
  await sheet.getByRole('button', { name: 'Reject' }).last().click();
  expect(await answer).toEqual({ code: 4001 });
});
