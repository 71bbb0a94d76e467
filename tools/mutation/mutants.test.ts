/** @jest-environment node */
import { applyMutant, mutantsOf } from './mutants';

const source = `// a < b
import {A} from "@/tests/unit/scripts/A.sol";
contract A {
    function f(uint256 a) external onlyOwner nonReentrant {
        if (a > 0) revert Wrong(a);
        total += a;
    }
}`;

test('mutants change operators, numbers, and modifiers, and leave statements out, but not comments or imports', () => {
  expect(mutantsOf('A.sol', source).map(({ line, to }) => [line, to])).toEqual([
    [4, 'function f(uint256 a) external onlyOwner {'],
    [4, 'function f(uint256 a) external nonReentrant {'],
    [5, 'if (a >= 0) revert Wrong(a);'],
    [5, 'if (a > 0+1) revert Wrong(a);'],
    [5, ''],
    [6, 'total -= a;'],
    [6, 'total = a;'],
    [6, ''],
  ]);
});

test('a call that is only replaced before a certain argument is changed, too', () => {
  const call = '        fee = Arithmetic.shareUp(amount, bps);';
  expect(mutantsOf('A.sol', call).map(({ to }) => to)).toEqual(['fee = Arithmetic.share(amount, bps);', '']);
  expect(mutantsOf('A.sol', call.replace('amount', 'fee'))).toHaveLength(1);
});

test('a mutant changes its own line only', () => {
  const [mutant] = mutantsOf('A.sol', source).filter(({ to }) => to === 'total -= a;');
  const changed = mutant && applyMutant(source, mutant).split('\n');
  expect(changed?.filter((line, index) => line !== source.split('\n')[index])).toEqual(['total -= a;']);
});
