import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = readdirSync('lib/wallet', { recursive: true, encoding: 'utf8' })
  .map((file) => join('lib/wallet', file))
  .filter((file) => file.endsWith('.ts') && /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8')));

afterEach(() => jest.restoreAllMocks());

test.each(files)('OPS-5 %s doesn’t use `eval`, and doesn’t check for it', (file) => {
  // zod stores the settings shared by all its copies here.
  Reflect.deleteProperty(globalThis, '__zod_globalConfig');
  const evaluate = jest.spyOn(globalThis, 'Function');
  jest.isolateModules(() => jest.requireActual(`../../../${file}`));
  expect(evaluate).not.toHaveBeenCalled();
});
