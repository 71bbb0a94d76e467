/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Address,
  formatUnits,
  getAddress,
  type Hex,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { describedCall, describedMessage } from '@/lib/evm/erc7730/describe';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import type { DisplayedField } from '@/lib/evm/erc7730/display';
import type { FieldValue } from '@/lib/evm/erc7730/field-value';
import { readRegistry } from '@/lib/server/clear-signing/registry';
import { parseTypedData } from '@/lib/wallet/signing/parse-typed-data';
import tokenList from '../../../support/erc7730-tokens.json';
import { vectorsFolder } from '../../../support/siwe-spellings';

// The public registry's own cases: transactions and messages, with the texts that a hardware wallet shows. It has lines of its
// own and breaks long values, so labels and values are compared in order, and without spaces.

const SIGNER = '0x1111111111111111111111111111111111111111';
const tokens = new Map<string, readonly (string | number)[]>(Object.entries(tokenList));
const natives = new Map([
  [56, 'BNB'],
  [137, 'POL'],
  [43114, 'AVAX'],
]);

type Case = { description?: string; rawTx?: Hex; data?: object; expectedTexts?: readonly string[] };
type Index = ReadonlyMap<string, readonly DescriptorFile[]>;

const filesAt = (index: Index, chainId: number, to: Address) =>
  index.get(`${chainId} ${to.toLowerCase()}`) ?? [];

/** Returns the time as that device writes it. */
function timeText(seconds: bigint): string {
  const at = new Date(Number(seconds) * 1_000);
  const hours = at.getUTCHours();
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(hours % 12 || 12)}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${at.toISOString().slice(0, 10)} ${clock} ${hours < 12 ? 'AM' : 'PM'} UTC`;
}

function valueText(value: FieldValue, chainId: number): string {
  switch (value.kind) {
    case 'amount': {
      const { raw, token } = value;
      if (token === NATIVE_TOKEN) return `${formatUnits(raw, 18)} ${natives.get(chainId) ?? 'ETH'}`;
      const [symbol, decimals] = (token && tokens.get(token)) ?? [];
      if (symbol === undefined) return `${raw} ???`;
      return `${formatUnits(raw, Number(decimals))} ${symbol}`;
    }
    case 'address':
    case 'token':
      return value.address;
    case 'time':
      return timeText(value.seconds);
    case 'nft':
      return String(value.id);
    case 'network':
      return String(value.chainId);
    case 'call':
      return value.to;
    case 'duration':
      return String(value.seconds);
    case 'block':
      return String(value.number);
    case 'heading':
      return '';
    default:
      return value.text;
  }
}

type Line = { label: string; value: string };

/** Returns the fields as label and value. A described call inside has its own fields. */
const linesOf = (fields: readonly DisplayedField[], chainId: number, index: Index): Line[] =>
  fields.flatMap(({ label, value }) => {
    if (value.kind === 'call') {
      const { to, from, value: wei, data } = value;
      const inner = describedCall(filesAt(index, chainId, to), data, { to, from, value: wei, chainId });
      if (inner) return linesOf(inner.fields, chainId, index);
    }
    return [{ label, value: valueText(value, chainId) }];
  });

/** The cases have addresses with wrong checksums (EIP-55), which this site refuses before it describes a message. */
const withoutChecksums = (data: object): object =>
  JSON.parse(JSON.stringify(data).replaceAll(/0x[\da-f]{40}\b/gi, (text) => text.toLowerCase()));

/** Returns the labels and values of a case, or null if no descriptor fits. */
async function linesOfCase({ rawTx, data }: Case, index: Index): Promise<Line[] | null> {
  if (rawTx) {
    const { chainId = 1, to, value = 0n, data: input = '0x' } = parseTransaction(rawTx);
    // Some cases are unsigned.
    const isSigned = /a0[\da-f]{64}a0[\da-f]{64}$/.test(rawTx);
    const from = isSigned
      ? await recoverTransactionAddress({ serializedTransaction: rawTx as never })
      : SIGNER;
    if (!to) return null;
    const container = { from, to: getAddress(to), value, chainId };
    const described = describedCall(filesAt(index, chainId, to), input, container);
    return described && linesOf(described.fields, chainId, index);
  }
  const { domain } = data as { domain: { chainId: number } };
  const message = parseTypedData(JSON.stringify(withoutChecksums(data ?? {})), Number(domain.chainId));
  const { verifyingContract } = message.domain;
  if (!verifyingContract) return null;
  const chainId = Number(domain.chainId);
  const described = describedMessage(filesAt(index, chainId, verifyingContract), message, SIGNER);
  return described && linesOf(described.fields, chainId, index);
}

const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();

/** Names of addresses in the device's data. */
const names = new Map([
  ['0xBA782BAf2EE66f6FC76A711B6554975AFB2805e4', 'conan26.eth'],
  ['0x81eb46BEFd6089B6ED8F6d791d89aFdA17f81E20', 'outputlayer.eth'],
  ['0xc27DF98C6379569Eb00D9048fdfE898Bd1680132', 'bluetable.eth'],
  ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe L2 1.4.1'],
]);
/** Fields that the device leaves out: optional ones, and the beneficiary if it is the sender. */
const LEFT_OUT = ['Beneficiary', 'Last pool', 'Additional action', 'On Address', 'On Addresses'];
/** Number of characters of some labels, and of a text, that the device shows. */
const LABEL = 25;
const TEXT = 100;

/** Returns the lines that the device doesn't show, apart from what only its screen is the reason for. */
function missing(lines: readonly Line[], texts: readonly string[]): Line[] {
  const shown = bare(texts.join(''));
  return lines.filter(({ label, value }) => {
    if (LEFT_OUT.includes(label)) return false;
    const isShown = (text: string) =>
      shown.includes(text) || (text.length > TEXT && shown.includes(text.slice(0, TEXT)));
    const text = bare(names.get(value) ?? value);
    return !isShown(bare(label) + text) && !isShown(bare(label.slice(0, LABEL)) + text);
  });
}

/** Cases with other texts, and why. */
const explained: Readonly<Record<string, string>> = {
  '1inch/tests/calldata-AggregationRouterV6.tests.json 1': 'the device shows its own account as the sender',
  '1inch/tests/eip712-1inch-limit-order.tests.json 0':
    'the message has another domain than the descriptor demands',
  'permit/tests/eip712-permit-avalanche_c_chain-joe.tests.json 0': 'the recorded texts have no values',
  'permit/tests/eip712-permit-ethereum-usds.tests.json 0':
    'the message has another domain than the descriptor demands',
  'safe/tests/calldata-SafeL2-1.3.0.tests.json 0': 'the device shows no module if it is the zero address',
  'safe/tests/calldata-SafeL2-1.3.0.tests.json 1':
    'the device shows its own account as the sender, and its name of the Safe',
  'safe/tests/calldata-SafeProxyFactory-1.3.0.tests.json 0': 'the recorded texts end after the first owner',
  'uniswap/tests/eip712-uniswap-V2DutchOrder.tests.json 0':
    'the device lacks the tokens, and the texts end after the first output',
  'uniswap/tests/eip712-uniswap-permit2.tests.json 1': 'the device lacks the tokens',
};

function publicVectors(folder: string) {
  const files = readdirSync(path.join(folder, 'registry'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tests.json'))
    .sort();

  test('SIGN-1 the cases of the public registry have the labels and values that a hardware wallet shows', async () => {
    const refused: string[] = [];
    const index = await readRegistry(folder, (file, reason) => refused.push(`${file}: ${reason}`));
    expect(refused).toEqual([]);
    const others: string[] = [];
    let same = 0;
    for (const file of files) {
      const { tests } = JSON.parse(readFileSync(path.join(folder, 'registry', file), 'utf8')) as {
        tests: Case[];
      };
      for (const [number, one] of tests.entries()) {
        if (!one.expectedTexts?.length) continue;
        const lines = await linesOfCase(one, index);
        if (lines && missing(lines, one.expectedTexts).length === 0) same += 1;
        else others.push(`${file} ${number}`);
      }
    }
    expect(others).toEqual(Object.keys(explained));
    expect(same).toBe(98);
  });
}

const folder = vectorsFolder('erc7730');
if (existsSync(folder)) describe('public registry', () => publicVectors(folder));
else test.todo('the vectors of the public registry, if VECTORS_DIR names them');
