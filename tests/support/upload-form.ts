import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { POST as uploadAvatar } from '@/app/api/upload/avatar/route';
import { GET as getAvatar } from '@/app/avatars/[name]/route';
import type { Backend } from './api-backend';
import { ORIGIN } from './plain-chains';

type Part = { name: string; content: Uint8Array | string; filename?: string; type?: string };

/** Returns a form as sent by a browser. */
export function formOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const { name, content, filename, type = 'image/png' } of parts) {
    if (filename === undefined) form.append(name, content.toString());
    else
      form.append(
        name,
        new File([typeof content === 'string' ? content : new Uint8Array(content)], filename, { type }),
      );
  }
  return form;
}

/** Posts a body to the upload call and returns the envelope. */
export async function postUpload(
  body: RequestInit['body'],
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) {
  const request = new Request(`${ORIGIN}/api/upload/avatar`, {
    method: 'POST',
    headers: { Origin: ORIGIN, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
    body: body ?? null,
    // A streamed body has no Content-Length.
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const response = await uploadAvatar(request, { params: Promise.resolve({}) });
  const answer: { code: number; msg: string; data: { url: string } | null } = await response.json();
  return { ...answer, status: response.status };
}

/** Uploads a file as the page does. */
export const uploadPicture = (token: string, content: Uint8Array | string, filename = 'me.png') =>
  postUpload(formOf([{ name: 'file', content, filename }]), { token });

/** Requests a profile picture by its file name. */
export const fetchAvatar = (name: string) =>
  getAvatar(new Request(`${ORIGIN}/avatars/${name}`), { params: Promise.resolve({ name }) });

export const nameOf = (url: string | undefined) => url?.replace('/avatars/', '') ?? '';

/** Returns the files in the upload folder. */
export const storedFiles = (backend: Backend) => readdir(path.join(backend.dir, 'uploads'));
