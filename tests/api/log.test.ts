import { createPublicClient, http } from 'viem';
import { describeError } from '@/lib/server/log';

const secretUrl = 'http://127.0.0.1:9/v1/secret-key';

test('OPS-3 the log keeps what failed, and neither addresses with keys nor the values of a query', async () => {
  const node = createPublicClient({ transport: http(secretUrl, { retryCount: 0 }) });
  const failure: unknown = await node.getBlockNumber().catch((error: unknown) => error);
  const wrapped = new Error('Failed query: … params: secret-key', { cause: new Error('duplicate key') });
  for (const error of [failure, new Error('outer', { cause: failure }), wrapped])
    expect(JSON.stringify(describeError(error))).not.toContain('secret-key');
  expect(describeError(wrapped)).toMatchObject({ message: 'duplicate key' });
  expect(describeError('text')).toMatchObject({ name: 'unknown' });
});
