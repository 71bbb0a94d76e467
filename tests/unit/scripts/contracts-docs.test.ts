/** @jest-environment node */
import type { AbiFunction } from 'viem';
import { toFunctionSignature } from 'viem';
import { compileFiles } from '@/scripts/contracts/compiler';

const names = ['Vault', 'StakingPool', 'Presale', 'Pledge', 'CardAccount'];
const interfaces = ['IRecovery', 'ICustody', ...names.map((name) => `I${name}`)];
const pathOf = (name: string) => `contracts/src/${name}.sol`;

/** OpenZeppelin's functions, which its own documentation describes. */
const LIBRARY_FUNCTIONS = [
  'acceptOwnership()',
  'eip712Domain()',
  'owner()',
  'paused()',
  'pendingOwner()',
  'renounceOwnership()',
  'transferOwnership(address)',
];

type Docs = {
  methods?: Record<string, { notice?: string; params?: object; returns?: object }>;
  events?: Record<string, { notice?: string }>;
  errors?: Record<string, { notice?: string }[]>;
};
type Documented = { abi: readonly { type: string }[]; devdoc: Docs; userdoc: Docs };

const isFunction = (item: { type: string }): item is AbiFunction => item.type === 'function';
const functionsOf = ({ abi }: Documented) =>
  abi.filter(isFunction).map((item) => ({ ...item, signature: toFunctionSignature(item) }));

describe('NatSpec', () => {
  let compiled: ReturnType<typeof compileFiles>;
  const contract = (name: string) => compiled[pathOf(name)]?.[name] as unknown as Documented;

  beforeAll(() => {
    compiled = compileFiles([...names, ...interfaces].map(pathOf));
  });

  test.each(interfaces)('%s describes every function, parameter, and return value', (name) => {
    const { devdoc, userdoc } = contract(name);
    const gaps = functionsOf(contract(name)).flatMap(({ signature, inputs, outputs }) => {
      const { params = {}, returns = {} } = devdoc.methods?.[signature] ?? {};
      const missing = inputs.filter(({ name: input = '' }) => !Object.hasOwn(params, input));
      return [
        ...(userdoc.methods?.[signature]?.notice ? [] : [`${signature}: @notice`]),
        ...missing.map((input) => `${signature}: @param ${input.name}`),
        ...(Object.keys(returns).length === outputs.length ? [] : [`${signature}: @return`]),
      ];
    });
    expect(gaps).toEqual([]);
  });

  test.each(interfaces)('%s describes every event and error', (name) => {
    const { abi, userdoc } = contract(name);
    const declared = (type: string) => abi.filter((item) => item.type === type).length;
    const notices = [
      ...Object.values(userdoc.events ?? {}),
      ...Object.values(userdoc.errors ?? {}).flat(),
    ].filter(({ notice }) => notice);
    expect(notices.length).toBe(declared('event') + declared('error'));
  });

  test.each(names)('%s has no external function outside its interface', (name) => {
    const described = [contract('ICustody'), contract(`I${name}`)].flatMap(functionsOf);
    const known = new Set([...described.map(({ signature }) => signature), ...LIBRARY_FUNCTIONS]);
    const unknown = functionsOf(contract(name)).filter(({ signature }) => !known.has(signature));
    expect(unknown.map(({ signature }) => signature)).toEqual([]);
  });

  test.each(names)('%s describes its constructor arguments', (name) => {
    const { abi, devdoc } = contract(name);
    const inputs = abi.flatMap((item) =>
      item.type === 'constructor' ? (item as never as AbiFunction).inputs : [],
    );
    const docs = Object.entries(devdoc.methods ?? {}).find(([method]) => method === 'constructor')?.[1];
    expect(Object.keys(docs?.params ?? {}).sort()).toEqual(inputs.map(({ name: input }) => input).sort());
  });
});
