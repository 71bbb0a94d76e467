/** @jest-environment node */
import * as mls from 'ts-mls/message.js';
import { checkWelcome } from '@/lib/server/messages/frame';
import { welcomeFrame } from '../../support/message-frames';

jest.mock('ts-mls/message.js', () => {
  const actual = jest.requireActual('ts-mls/message.js');
  return { ...actual, decodeMlsMessage: jest.fn(actual.decodeMlsMessage) };
});
const decoded = jest.mocked(mls.decodeMlsMessage);
beforeEach(() => decoded.mockClear());

const refused = expect.objectContaining({ code: 400, data: { reason: 'frame' } });
const check = (content: Uint8Array, recipients: number) => {
  try {
    checkWelcome(Buffer.from(content), recipients);
    return 'accepted';
  } catch (error) {
    return error;
  }
};

/** Returns a welcome of `count` secrets whose three vectors are empty. */
function emptySecrets(count: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(0x80000000 + 3 * count);
  return Buffer.concat([
    Buffer.from('000100030001', 'hex'),
    length,
    Buffer.alloc(3 * count),
    Buffer.from([0]),
  ]);
}

test('HUB-1 a welcome has a secret for each of its recipients at most', () => {
  expect([1, 2, 128].map((count) => check(welcomeFrame(count), count))).toEqual(Array(3).fill('accepted'));
  expect(check(welcomeFrame(1), 2)).toBe('accepted');
  for (const [count, recipients] of [
    [0, 1],
    [2, 1],
    [129, 128],
  ] as const)
    expect(check(welcomeFrame(count), recipients)).toEqual(refused);
});

test('HUB-1 a welcome with more secrets than recipients is refused before it is decoded', () => {
  expect(check(emptySecrets(21_000), 128)).toEqual(refused);
  expect(decoded).not.toHaveBeenCalled();
  expect(check(emptySecrets(128), 128)).toBe('accepted');
  expect(decoded).toHaveBeenCalledTimes(1);
});

test('HUB-1 a welcome that is damaged anywhere is refused', () => {
  const whole = Buffer.from(welcomeFrame(2));
  for (let length = 0; length < whole.length; length += 1)
    expect([length, check(whole.subarray(0, length), 2)]).toEqual([length, refused]);
  for (const content of [
    Buffer.concat([whole, Buffer.from([0])]),
    Buffer.concat([whole.subarray(0, 6), Buffer.from('ff', 'hex')]),
  ])
    expect(check(content, 2)).toEqual(refused);
});
