import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hex } from 'viem';
import { GET as imageRoute, POST as uploadRoute } from '@/app/api/messages/image/route';
import { peerHeader } from '@/lib/server/http/connections';
import type { Backend } from './api-backend';
import { problemsOf } from './api-document';
import { ORIGIN } from './plain-chains';
import { formOf } from './upload-form';

type Parts = Parameters<typeof formOf>[0];
/** The caller's session, and the IP address of its client. */
type Caller = { token?: string; peer?: string };

/** Returns the form with which the page uploads a ciphertext. */
export const imageForm = (deviceKey: Hex, id: string, content: Uint8Array): Parts => [
  { name: 'deviceKey', content: deviceKey },
  { name: 'id', content: id },
  { name: 'file', content, filename: id, type: 'application/octet-stream' },
];

const headersOf = ({ token, peer }: Caller) => ({
  Origin: ORIGIN,
  ...(peer ? { [peerHeader()]: peer } : {}),
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});
const context = { params: Promise.resolve({}) };

async function documented(response: Response, method: 'get' | 'post') {
  const mediaType = response.headers.get('content-type') ?? '';
  const isEnvelope = mediaType === 'application/json';
  const body: { code: number; data: unknown } | null = isEnvelope ? await response.clone().json() : null;
  const place = { path: '/messages/image', method };
  const answer = { status: response.status, mediaType, body: body ?? '' };
  expect(await problemsOf(place, answer)).toEqual([]);
  return { status: response.status, data: body?.data ?? null, headers: response.headers };
}

/** Uploads a form as the page does. */
export async function postImage(caller: Caller, parts: Parts) {
  const request = new Request(`${ORIGIN}/api/messages/image`, {
    method: 'POST',
    headers: headersOf(caller),
    body: formOf(parts),
  });
  return documented(await uploadRoute(request, context), 'post');
}

/** Requests an image as the page does. */
export async function getImage(caller: Caller, query: Record<string, string>) {
  const url = `${ORIGIN}/api/messages/image?${new URLSearchParams(query)}`;
  const response = await imageRoute(new Request(url, { headers: headersOf(caller) }), context);
  const answer = await documented(response, 'get');
  return { ...answer, content: new Uint8Array(await response.arrayBuffer()) };
}

const folderOf = (backend: Backend) => path.join(backend.dir, 'uploads', 'messages');

/** Returns the names of the images that the server has stored. */
export const storedImages = async (backend: Backend): Promise<string[]> =>
  (await readdir(folderOf(backend)).catch(() => [])).toSorted();
export const storedImage = (backend: Backend, name: string) => readFile(path.join(folderOf(backend), name));
