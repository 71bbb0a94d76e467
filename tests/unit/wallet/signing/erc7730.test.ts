import { readdirSync, readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type AbiFunction, type AbiParameter, toFunctionSignature } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import {
  contractDescriptors,
  type Descriptor,
  messageDescriptors,
  permitDescriptor,
  tokenDescriptor,
} from '@/lib/evm/erc7730/descriptor';
import { functionOfKey } from '@/lib/evm/erc7730/find-format';
import { fieldLabels, intents } from '@/lib/wallet/signing/describe-call';
import { routerAbi } from '@/lib/wallet/swap/abi';
import en from '@/messages/en.json';
import { erc7730Schema } from '../../../support/erc7730-schema';

const FOLDER = 'lib/evm/erc7730';
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const read = (file: string): Descriptor => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const descriptors = [
  ...Object.values(contractDescriptors),
  ...Object.values(messageDescriptors),
  tokenDescriptor,
  permitDescriptor,
];

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats(ajv);
const validate = ajv.compile(erc7730Schema);

test.each(files)('WAL-1 %s is an ERC-7730 file, version 2', (file) => {
  expect([validate(read(file)), validate.errors]).toEqual([true, null]);
  expect(descriptors).toContainEqual(read(file));
});

test('WAL-1 the schema rejects invalid files', () => {
  const wrong: ((descriptor: Record<string, never>) => object)[] = [
    ({ display, ...rest }) => rest,
    (descriptor) => ({ ...descriptor, extra: 1 }),
    (descriptor) => ({ ...descriptor, $schema: 'https://example.org/other.json' }),
    (descriptor) => ({ ...descriptor, context: { contract: { deployments: [{ chainId: 1 }] } } }),
    (descriptor) => ({ ...descriptor, metadata: {} }),
    ...['f(uint256)', 'f(uint256 a, uint256 b)', 'f'].map((key) => (descriptor: object) => ({
      ...descriptor,
      display: { formats: { [key]: { intent: 'Send', interpolatedIntent: 'Send', fields: [] } } },
    })),
    ...[{ format: 'tokenAmount' }, { format: 'date' }, { format: 'wei' }, { format: 'raw', params: {} }].map(
      (part) => (descriptor: object) => ({
        ...descriptor,
        display: {
          formats: {
            'f()': {
              intent: 'Send',
              interpolatedIntent: 'Send',
              fields: [{ path: 'a', label: 'A', ...part }],
            },
          },
        },
      }),
    ),
  ];
  for (const spoil of wrong)
    expect(validate(spoil(JSON.parse(JSON.stringify(read('vault.json')))))).toBe(false);
});

/** Functions that only the operator calls, or a relayer with what users signed. */
const OTHER_CALLS =
  /^(?:acceptOwnership|addTerm|\w+BySignature|(?:capture|place|raise|release)Holds|collect\w*|credit|debitWithoutHold|fund\w*|pause|renounceOwnership|schedule|set(?:Operator|TermOpen|WithdrawalTerms)|topUpWithAuthorization|transferOwnership|unpause|withdrawReserve)$/;

/** Returns a parameter as in the keys of `display.formats`. */
const parameterText = (input: AbiParameter): string =>
  'components' in input
    ? `(${input.components.map(parameterText).join()})${input.type.slice('tuple'.length)} ${input.name}`
    : `${input.type} ${input.name}`;

test.each([
  ['vault_contract', vaultAbi],
  ['staking_contract', stakingPoolAbi],
  ['presale_contract', presaleAbi],
  ['pledge_contract', pledgeAbi],
  ['card_contract', cardAccountAbi],
  ['router_contract', routerAbi],
] as const)(
  'WAL-1 the descriptor of the %s has every function that users sign, and no others',
  (name, abi) => {
    const signed = (abi as readonly { type: string }[])
      .filter((item): item is AbiFunction => item.type === 'function')
      .filter(({ stateMutability }) => stateMutability === 'nonpayable' || stateMutability === 'payable')
      // Users pay what they owe to the operator of cards.
      .filter((item) => !OTHER_CALLS.test(item.name) || (name === 'card_contract' && item.name === 'fund'))
      .map((item) => `${item.name}(${item.inputs.map(parameterText).join()})`);
    const keys = Object.keys(contractDescriptors[name]?.display.formats ?? {});
    expect(keys.sort()).toEqual(signed.sort());
    expect(new Set(keys.map((key) => toFunctionSignature(functionOfKey(key)))).size).toBe(keys.length);
  },
);

test('WAL-1 fields and sentences use only parameters of the function, and every parameter is used', () => {
  for (const { display } of descriptors)
    for (const [key, { fields, interpolatedIntent }] of Object.entries(display.formats)) {
      const names = functionOfKey(key).inputs.map(({ name }) => name ?? '');
      const paths = fields.map(({ path }) => path).filter((path) => !path.startsWith('@.'));
      const tokens = fields.flatMap(({ params }) => {
        const { token, tokenPath } = params ?? {};
        return [tokenPath, typeof token === 'object' ? token.keyPath : undefined];
      });
      const used = [...paths, ...tokens.filter((path) => path !== undefined && !path.startsWith('@.'))];
      expect([key, new Set(used.map((path) => path?.split('.')[0]))]).toEqual([key, new Set(names)]);
      for (const [, path] of interpolatedIntent.matchAll(/\{([^}]+)\}/g)) {
        const field = fields.find((candidate) => candidate.path === path);
        // ERC-7730, "Value interpolation": only fields that are always visible may be interpolated.
        expect([key, path, field?.visible ?? 'always']).toEqual([key, path, field ? 'always' : 'missing']);
      }
    }
});

test('WAL-1 I18N-3 intents and labels of the descriptors match the English interface', () => {
  const { intent: messages, fact } = en.wallet.signing;
  for (const { display } of descriptors)
    for (const { $id, intent, interpolatedIntent, fields } of Object.values(display.formats)) {
      const message = messages[intents.find((known) => known === $id) ?? 'deposit'];
      const sentence = fields.reduce(
        (text, field) => text.replace(`{${field.path}}`, `{${field.$id}}`),
        interpolatedIntent,
      );
      expect({ $id, short: intent, sentence }).toEqual({ $id, ...message });
      for (const field of fields) {
        if (field.visible === 'never') continue;
        const label = fieldLabels.find((known) => known === field.$id);
        expect([$id, field.label]).toEqual([$id, label && fact[label]]);
      }
    }
  expect(Object.keys(messages).sort()).toEqual([...intents].sort());
});
