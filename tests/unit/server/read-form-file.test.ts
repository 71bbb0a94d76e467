/** @jest-environment node */
import { readForm, readFormFile } from '@/lib/server/uploads/read-form-file';

const LIMIT = 100_000;
const MULTIPART = 'multipart/form-data; boundary=b';

const partHead = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`;
const fieldPart = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n';
const filePart = (content: string, name = 'file') => `${partHead(name)}${content}\r\n`;
const END = '--b--\r\n';

/** Reads the file from a request with this body. */
const read = (body: BodyInit | null, type: string | null = MULTIPART) =>
  readFormFile(
    new Request('http://127.0.0.1/', {
      method: 'POST',
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      ...(type === null ? {} : { headers: { 'Content-Type': type } }),
    }),
    { field: 'file', limitBytes: LIMIT },
  );

test('API-8 returns the bytes of the only file, up to its limit', async () => {
  expect(String(await read(`${filePart('picture')}${END}`))).toBe('picture');
  expect(String(await read(`${filePart('picture')}${END}`, 'Multipart/Form-Data ;boundary=b'))).toBe(
    'picture',
  );
  expect(await read(`${filePart('')}${END}`)).toHaveLength(0);
  expect(await read(`${filePart('x'.repeat(LIMIT))}${END}`)).toHaveLength(LIMIT);
});

test('returns the text fields that a form may have, and refuses one twice, or another', async () => {
  const readTexts = (body: string, texts: readonly string[]) =>
    readForm(
      new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'Content-Type': MULTIPART } }),
      { field: 'file', limitBytes: LIMIT, texts },
    );
  const body = `${fieldPart}${filePart('picture')}${END}`;
  expect(await readTexts(body, ['note', 'other'])).toEqual({
    file: Buffer.from('picture'),
    values: { note: 'hello' },
  });
  const refused = { code: 400, messageKey: 'oneFile' };
  await expect(readTexts(body, ['other'])).rejects.toMatchObject(refused);
  await expect(readTexts(`${fieldPart}${body}`, ['note', 'other'])).rejects.toMatchObject(refused);
});

const file = filePart('picture');
const refusals: [string, BodyInit | null, string | null, { code: number; messageKey: string }][] = [
  ['another type', '{}', 'application/json', { code: 415, messageKey: 'unsupportedType' }],
  ['a similar type', file, `x-${MULTIPART}`, { code: 415, messageKey: 'unsupportedType' }],
  ['no type', new Blob([file]).stream(), null, { code: 415, messageKey: 'unsupportedType' }],
  ['a form without a boundary', file, 'multipart/form-data; x=y', { code: 400, messageKey: 'malformedBody' }],
  ['no body', null, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['a form without parts', END, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['a field instead of a file', `${fieldPart}${END}`, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['a field besides the file', `${file}${fieldPart}${END}`, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['two files', `${file}${file}${END}`, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['another name', `${filePart('picture', 'other')}${END}`, MULTIPART, { code: 400, messageKey: 'oneFile' }],
  ['a form that ends early', file, MULTIPART, { code: 400, messageKey: 'malformedBody' }],
  ['a file that ends early', partHead('file'), MULTIPART, { code: 400, messageKey: 'malformedBody' }],
  [
    'another name in a form that ends early',
    filePart('', 'other'),
    MULTIPART,
    { code: 400, messageKey: 'oneFile' },
  ],
  [
    'one byte more than its limit',
    `${filePart('x'.repeat(LIMIT + 1))}${END}`,
    MULTIPART,
    { code: 413, messageKey: 'tooLarge' },
  ],
];

test.each(refusals)('API-8 rejects %s', async (_, body, type, refusal) => {
  await expect(read(body, type)).rejects.toMatchObject(refusal);
});

test('API-8 reports in the cause what is wrong with the form', async () => {
  for (const type of [MULTIPART, 'multipart/form-data; x=y'])
    await expect(read(file, type)).rejects.toMatchObject({ cause: expect.any(Error) });
});

test.each([
  ['the file has another name', partHead('other')],
  ['there is a second file', `${filePart('')}${partHead('file')}`],
  ['there is a field', `${filePart('')}${fieldPart}${partHead('file')}`],
])('API-8 stops reading as soon as %s', async (_, start) => {
  let pulls = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(start)),
    pull: (controller) => {
      pulls += 1;
      controller.enqueue(Buffer.from('x'.repeat(1_000)));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  await expect(read(body)).rejects.toMatchObject({ code: 400, messageKey: 'oneFile' });
  expect(pulls).toBeLessThan(40);
  expect(isCancelled).toBe(true);
});

test('API-8 a body that ends early is reported as a client error', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(partHead('file'))),
    pull: (controller) => controller.error(new Error('gone')),
  });
  await expect(read(body)).rejects.toMatchObject({ code: 400, messageKey: 'malformedBody' });
});
