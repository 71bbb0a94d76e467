#!/bin/sh
# viem's EIP-712 hash omits referenced structs whose name contains "$".
#
# Package: viem 2.57.1. Input: typed data with the struct `Person$`, a name that Solidity allows, and the same data with the
# struct `Person`.
#
# Surprising: `hashTypedData` cuts the name of a field's type at the first character outside of [A-Za-z0-9_], so it doesn't
# find `Person$` among the types. EIP-712 appends every referenced struct. If a struct `Person` exists as well, it's appended
# instead. `signTypedData` signs this hash, so a contract that follows the standard rejects the signature.
#
# Output seen (Node 20.20.2):
#   Person: hashed as Mail(Person from)Person(string name)
#   Person$: hashed as Mail(Person$ from)
#   Person$ beside Person: hashed as Mail(Person$ from)Person(uint256 age)
#
# Why it matters here: the user would sign another type than the review shows. `lib/wallet/signing/typed-data-types.ts`
# rejects such names.
#
# Exits with 1 if the behavior changes, and with 2 if the packages can't be installed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund viem@2.57.1 || exit 2

cat > run.js <<'EOF'
import assert from 'node:assert/strict';
import { concat, encodeAbiParameters, hashDomain, hashTypedData, keccak256, toHex } from 'viem';

const domain = { name: 'Mail', chainId: 1 };
const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
];
const words = (...values) => keccak256(encodeAbiParameters(values.map(() => ({ type: 'bytes32' })), values));
const hashText = (text) => keccak256(toHex(text));
/** Returns EIP-712's hash of a mail from Ann if its types are encoded as `mail` and `person`. */
const hashAs = (mail, person) => {
  const struct = words(hashText(mail), words(hashText(person), hashText('Ann')));
  return keccak256(concat(['0x1901', hashDomain({ domain, types: { EIP712Domain } }), struct]));
};

const name = [{ name: 'name', type: 'string' }];
const plain = { Mail: [{ name: 'from', type: 'Person' }], Person: name };
const dollar = { Mail: [{ name: 'from', type: 'Person$' }], Person$: name };
const both = { ...dollar, Person: [{ name: 'age', type: 'uint256' }] };
const cases = [
  ['Person', plain, 'Mail(Person from)Person(string name)', 'Person(string name)'],
  ['Person$', dollar, 'Mail(Person$ from)', 'Person$(string name)'],
  ['Person$ beside Person', both, 'Mail(Person$ from)Person(uint256 age)', 'Person$(string name)Person(uint256 age)'],
];
for (const [title, types, mail, person] of cases) {
  const hash = hashTypedData({ domain, types, primaryType: 'Mail', message: { from: { name: 'Ann' } } });
  assert.equal(hash, hashAs(mail, person));
  console.log(`${title}: hashed as ${mail}`);
}
EOF
node run.js
