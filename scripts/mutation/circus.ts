/** The parts of jest-circus's state that the mutation tests read and change. */
export type Case = {
  type: 'test';
  name: string;
  parent: Block;
  mode?: string | null | undefined;
  errors: unknown[];
  timeout?: number | undefined;
  duration?: number | null;
};
export type Block = {
  type: 'describeBlock';
  name: string;
  parent?: Block | undefined;
  children: (Block | Case)[];
  tests: Case[];
  hooks: { type: string; parent: Block }[];
};
export type State = { rootDescribeBlock: Block; unhandledErrors: unknown[]; testTimeout: number };
export type Event = {
  name: string;
  test?: Case | undefined;
  describeBlock?: Block | undefined;
  hook?: { type: string; parent: Block };
};

/** Returns the tests of a block and its inner blocks, in the order in which they run. */
export const testsIn = (block: Block): Case[] =>
  block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

/** Returns a copy of a block with the copies of its tests that `copyTest` returns. Leaves out empty blocks. */
export function copyBlock(block: Block, parent: Block, copyTest: (test: Case) => Case | null): Block | null {
  const copy: Block = { ...block, parent, children: [], tests: [], hooks: [] };
  copy.hooks = block.hooks.map((hook) => ({ ...hook, parent: copy }));
  for (const child of block.children) {
    if (child.type === 'describeBlock') {
      const inner = copyBlock(child, copy, copyTest);
      if (inner) copy.children.push(inner);
      continue;
    }
    const test = copyTest(child);
    if (test) copy.children.push({ ...test, parent: copy });
  }
  copy.tests = copy.children.filter((child) => child.type === 'test');
  return copy.children.length > 0 ? copy : null;
}
