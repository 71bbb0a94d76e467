import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Address, getAddress } from 'viem';
import { GET } from '@/app/api/erc7730/[chainId]/[file]/route';
import type { Descriptor } from '@/lib/evm/erc7730/descriptor';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { problemsOf } from '../../support/api-document';
import { erc7730Schema } from '../../support/erc7730-schema';
import { ORIGIN } from '../../support/plain-chains';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ pools: true });
});
afterAll(() => backend.stop());

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats(ajv);
const validate = ajv.compile(erc7730Schema);

const ask = (chainId: number, address: string, headers: Record<string, string> = {}) =>
  GET(new Request(`${ORIGIN}/api/erc7730/${chainId}/${address}.json`, { headers }), {
    params: Promise.resolve({ chainId: String(chainId), file: `${address}.json` }),
  });

async function descriptorOf(chainId: number, address: string): Promise<Descriptor> {
  const response = await ask(chainId, address);
  expect(response.status).toBe(200);
  const body = (await response.json()) as Descriptor;
  expect([validate(body), validate.errors]).toEqual([true, null]);
  const place = { path: '/erc7730/{chainId}/{file}', method: 'get' };
  expect(await problemsOf(place, { status: 200, mediaType: 'application/json', body })).toEqual([]);
  return body;
}

const contractsOf = ({ contracts }: Backend['chains'][number]) => {
  if (!contracts) throw new Error('the chain has no contracts');
  return contracts;
};

test('API-10 WAL-1 every contract on every chain has an ERC-7730 file for its deployment', async () => {
  for (const chain of backend.chains) {
    const { staking, presale, pledge, card, router } = contractsOf(chain);
    for (const address of [chain.vault, staking, presale, pledge, card, router]) {
      const { context, metadata } = await descriptorOf(chain.id, address.toLowerCase());
      expect(context.contract?.deployments).toEqual([{ chainId: chain.id, address: getAddress(address) }]);
      expect(metadata.info).toEqual({ url: ORIGIN });
    }
  }
});

test('API-10 WAL-1 the tokens of stakes, contributions, and pledges are read from the contract', async () => {
  const [first, second] = backend.chains;
  const { staking, presale, pledge, tUsdt, tTide } = contractsOf(first);
  const pool = await descriptorOf(first.id, staking);
  expect(pool.metadata.constants).toEqual({ stakingToken: tTide, rewardToken: tTide });
  expect((await descriptorOf(first.id, presale)).metadata.constants).toEqual({
    paymentToken: tUsdt,
    saleToken: tTide,
  });
  const other = contractsOf(second);
  expect((await descriptorOf(second.id, other.presale)).metadata.constants?.paymentToken).toMatch(
    /^0x0{40}$/,
  );
  const terms = Object.values((await descriptorOf(first.id, pledge)).metadata.maps?.termToken?.values ?? {});
  expect(terms.length).toBeGreaterThan(0);
  for (const token of terms)
    expect([tUsdt, tTide].map((known) => getAddress(known))).toContain(token as Address);
});

test('API-10 WAL-1 a listed token has an ERC-7730 file for its permit, its signed transfers, and their cancellation', async () => {
  const [chain] = backend.chains;
  const { context, display } = await descriptorOf(chain.id, chain.token);
  expect(context).toMatchObject({ eip712: { deployments: [{ chainId: chain.id, address: chain.token }] } });
  expect(Object.keys(display.formats)).toEqual([
    expect.stringMatching(/^Permit\(address owner,/),
    'CancelAuthorization(address authorizer,bytes32 nonce)',
    expect.stringMatching(/^TransferWithAuthorization\(address from,address to,uint256 value,/),
  ]);
});

test('API-10 WAL-1 a vault has a second ERC-7730 file, for the transfers that users sign', async () => {
  const [chain] = backend.chains;
  const { context, metadata, display } = await descriptorOf(chain.id, `eip712-${chain.vault}`);
  expect(context).toMatchObject({ eip712: { deployments: [{ chainId: chain.id, address: chain.vault }] } });
  expect(context).not.toHaveProperty('contract');
  expect(metadata.info).toEqual({ url: ORIGIN });
  expect(Object.keys(display.formats)).toEqual([expect.stringMatching(/^Transfer\(address from,/)]);
});

test('API-10 WAL-1 card accounts have a second ERC-7730 file, for the changes of cards that users sign', async () => {
  const [chain] = backend.chains;
  const { context, display } = await descriptorOf(chain.id, `eip712-${contractsOf(chain).card}`);
  expect(context).toMatchObject({ eip712: { deployments: [{ address: contractsOf(chain).card }] } });
  expect(Object.keys(display.formats).map((key) => key.split('(')[0])).toEqual([
    'OpenCard',
    'SetLimits',
    'FreezeCard',
    'UnfreezeCard',
    'CloseCard',
  ]);
});

test('API-10 pages on other origins can read and revalidate a file', async () => {
  const [chain] = backend.chains;
  const response = await ask(chain.id, chain.vault);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const again = await ask(chain.id, chain.vault, { 'If-None-Match': response.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('API-3 API-10 any other path returns 404 in the envelope', async () => {
  const [chain, second] = backend.chains;
  const known = `${chain.vault}.json`;
  for (const [chainId, file] of [
    [chain.id, '0x000000000000000000000000000000000000dEaD.json'],
    [chain.id, `${contractsOf(chain).multicall}.json`],
    [chain.id, '0x0000000000000000000000000000000000000000.json'],
    [second.id + 1, known],
    [0, known],
    ['1e9', known],
    ['constructor', known],
    [chain.id, chain.vault],
    [chain.id, `eip712-${contractsOf(chain).staking}.json`],
    [chain.id, `eip712-${chain.token}.json`],
    [chain.id, `eip712-eip712-${known}`],
    [chain.id, '__proto__.json'],
  ] as const) {
    const answer = await callRoute(GET, { params: { chainId: String(chainId), file } });
    expect([chainId, file, answer.status, answer.code, answer.data]).toEqual([chainId, file, 404, 404, null]);
  }
});
