import { getAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { createDemoProvider } from '@/components/wallet/demo-wallet/demo-provider';
import { useDemoRequests } from '@/components/wallet/demo-wallet/demo-request';
import { readRequest } from '@/components/wallet/signing/use-signing-context';
import type { ChainMapping } from '@/lib/api/types';
import type { SpenderNature } from '@/lib/wallet/approvals/approval-events';
import { type FindingCode, findingLevels } from '@/lib/wallet/signing/finding';
import { otherSignatures } from '../../../support/more-signature-traps';
import { testDappSignatures } from '../../../support/signature-traps';
import type { Trap } from '../../../support/signing-context';
import {
  callData,
  permitTypes,
  signIn,
  signingContext,
  type TrapContext,
  typedData,
} from '../../../support/signing-context';
import { otherTransactions, testDappTransactions } from '../../../support/transaction-traps';

const chainId = 31337;
const token = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const stranger = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const thief = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');
const vault = getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb');
const account = privateKeyToAddress(demoKeys[0] ?? '0x');
const place: TrapContext = {
  account,
  chainId,
  origin: window.location.origin,
  token,
  stranger,
  thief,
  now: 1_800_000_000,
};

const context = signingContext(
  { chainId, account, token, vault },
  {
    natures: new Map<typeof token, SpenderNature>([
      [token, 'contract'],
      [stranger, 'contract'],
      [vault, 'contract'],
      [thief, 'account'],
    ]),
    now: BigInt(place.now),
    origin: place.origin,
  },
);

const chain: ChainMapping = {
  id: chainId,
  name: 'Local chain 1',
  nativeSymbol: 'ETH',
  browserAddress: 'http://127.0.0.1:1/address/',
  browserTx: 'http://127.0.0.1:1/tx/',
  // No server listens at this URL, because nothing may reach a node before the user confirms.
  rpcUrl: 'http://127.0.0.1:1',
  testnet: true,
};

function connected() {
  localStorage.setItem('tidewell.demo-wallet', JSON.stringify({ accountIndex: 0, chainId }));
  const provider = createDemoProvider([chain]);
  return (method: string, params: readonly unknown[]) =>
    provider.request({ method, params } as unknown as Parameters<typeof provider.request>[0]);
}

/** Returns the warnings shown for a request, and rejects the request. */
async function noticed(method: string, params: readonly unknown[]): Promise<FindingCode[]> {
  const answer = connected()(method, params);
  const settled = answer.then(
    () => null,
    (error: { code: number }) => error.code,
  );
  const [pending] = useDemoRequests.getState().queue;
  if (!pending || pending.request.kind === 'connect') throw new Error(`nobody was asked: ${await settled}`);
  const { findings } = readRequest(pending.request, context);
  pending.decide(null);
  expect(await settled).toBe(4001);
  return findings.map(({ code }) => code);
}

const traps: readonly [string, Trap][] = [
  ...[...testDappTransactions, ...testDappSignatures].map(
    (trap) => [`test-dapp: ${trap.name}`, trap] as const,
  ),
  ...[...otherTransactions, ...otherSignatures].map((trap) => [trap.name, trap] as const),
].map(([name, trap]) => [name, trap]);

test.each(traps)('WAL-1 WAL-16 %s shows a warning or is rejected', async (_name, trap) => {
  const params = trap.params(place);
  if ('refused' in trap) {
    await expect(connected()(trap.method, params)).rejects.toMatchObject({ code: trap.refused });
    expect(useDemoRequests.getState().queue).toEqual([]);
    return;
  }
  expect(await noticed(trap.method, params)).toEqual(expect.arrayContaining([...trap.warned]));
});

const exactPermit = typedData(place, 'Permit', permitTypes, {
  owner: account,
  spender: vault,
  value: '250000000',
  nonce: '0',
  deadline: String(place.now + 1_200),
});

test.each<[string, string, readonly unknown[]]>([
  ['exact permit for the vault', 'eth_signTypedData_v4', [account, exactPermit]],
  [
    'exact approval for the vault',
    'eth_sendTransaction',
    [{ from: account, to: token, data: callData('approve', [vault, 5_000_000n]) }],
  ],
  [
    'approval taken back',
    'eth_sendTransaction',
    [{ from: account, to: token, data: callData('approve', [thief, 0n]) }],
  ],
  ['sign-in here', 'personal_sign', [signIn(place), account]],
])('WAL-1 an ordinary request shows no warning: %s', async (_name, method, params) => {
  expect(await noticed(method, params)).toEqual([]);
});

test('WAL-1 joined emoji aren’t hidden text', async () => {
  expect(await noticed('personal_sign', ['Hi 👩‍👩‍👧 and 漢字!', account])).toEqual(['plainText']);
});

test('WAL-1 a revocation at an unlisted collection is no danger', async () => {
  const data = callData('setApprovalForAll', [thief, false]);
  const codes = await noticed('eth_sendTransaction', [{ from: account, to: stranger, data }]);
  expect(codes).toEqual(['unlistedCall']);
  expect(findingLevels.unlistedCall).toBe('caution');
});

test('WAL-1 too many requests at once are rejected, and each request is confirmed separately', async () => {
  const request = connected();
  const answers = Array.from({ length: 12 }, () =>
    request('personal_sign', ['Hello', account]).catch((error: { code: number }) => error.code),
  );
  const asked = useDemoRequests.getState().queue;
  expect(new Set(asked.map(({ id }) => id)).size).toBe(10);
  for (const pending of asked) pending.decide(null);
  expect(await Promise.all(answers)).toEqual([...Array.from({ length: 10 }, () => 4001), -32002, -32002]);
});

test('WAL-1 nothing is signed without a connected account', async () => {
  localStorage.removeItem('tidewell.demo-wallet');
  const provider = createDemoProvider([chain]);
  await expect(
    provider.request({ method: 'personal_sign', params: ['0x41', account] }),
  ).rejects.toMatchObject({ code: 4100 });
});
