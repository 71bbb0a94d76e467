import { parseTypedMessage } from '@/lib/wallet/dapps/typed-message';

const chainId = 31337;

test('DAPP-2 a DApp reads why a struct name with a $ is refused', () => {
  const types = { Note: [{ name: 'by', type: 'Person$' }], Person$: [{ name: 'name', type: 'string' }] };
  const message = { by: { name: 'Ann' } };
  expect(() => parseTypedMessage({ types, domain: { chainId }, message }, chainId)).toThrow(
    'Invalid typed data: the struct name "Person$" contains "$", and wallets hash such names in ways that differ from EIP-712',
  );
});
