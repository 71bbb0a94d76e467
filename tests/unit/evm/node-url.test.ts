import { readNodeUrl } from '@/lib/evm/node-url';
import { nodeSources } from '@/lib/http/content-policy';

const problemOf = (text: string, allowed?: readonly string[]) => {
  const read = readNodeUrl(text, allowed);
  return 'problem' in read ? read.problem : read.url;
};

test('WAL-41 a node’s address has https, or http on this device', () => {
  expect(problemOf(' https://node.example.org/v3/key?x=1 ')).toBe('https://node.example.org/v3/key?x=1');
  expect(problemOf('http://127.0.0.1:8545')).toBe('http://127.0.0.1:8545/');
  expect(problemOf('http://localhost:8545')).toBe('http://localhost:8545/');
  // An address is read as browsers read it.
  expect(problemOf('http://0x7f.1:8545')).toBe('http://127.0.0.1:8545/');
  for (const text of [
    '',
    'node',
    '127.0.0.1:8545',
    'http://node.example.org',
    'http://192.168.1.2:8545',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    // A policy can't name it.
    'http://[::1]:8545',
    'ws://127.0.0.1:8545',
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:https://node.example.org/1',
    'https://node.example.org/#key',
    `https://node.example.org/${'a'.repeat(3_000)}`,
  ])
    expect([text, problemOf(text)]).toEqual([text, 'invalid']);
  for (const text of ['https://me:secret@node.example.org', 'http://me@localhost:8545'])
    expect([text, problemOf(text)]).toEqual([text, 'credentials']);
});

test('WAL-41 only what the operator allows can be used, and the policy allows the same', () => {
  const listed = ['https://node.example.org'];
  expect(problemOf('https://node.example.org/key', listed)).toBe('https://node.example.org/key');
  for (const text of [
    'https://node.example.org:8443/key',
    'https://other.example.org',
    'http://127.0.0.1:8545',
    'https://localhost',
  ])
    expect([text, problemOf(text, listed)]).toEqual([text, 'notAllowed']);
  const local = ['loopback'];
  for (const text of ['http://127.0.0.1:8545/', 'https://localhost:8545/'])
    expect(problemOf(text, local)).toBe(text);
  expect(problemOf('https://node.example.org', local)).toBe('notAllowed');
  expect(nodeSources([])).toEqual([]);
  expect(nodeSources([...listed, ...local])).toEqual([
    'https://node.example.org',
    'http://127.0.0.1:*',
    'http://localhost:*',
  ]);
});
