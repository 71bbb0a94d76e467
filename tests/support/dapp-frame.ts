import { act, screen } from '@testing-library/react';
import { until } from './until';

type Answer = { id: string; success: boolean; data?: unknown; error?: string };

/** The frame of a DApp in jsdom, which doesn't load it. The test acts as the DApp. */
export async function findDapp(name: RegExp) {
  const frame = (await screen.findByTitle(name)) as HTMLIFrameElement;
  const { contentWindow: source, src } = frame;
  if (!source) throw new Error('the frame has no window');
  const { origin } = new URL(src);
  const answers = new Map<string, Answer>();
  jest.spyOn(source, 'postMessage').mockImplementation(((message: Answer, target: string) => {
    if (target === origin) answers.set(message.id, message);
  }) as typeof source.postMessage);
  let lastId = 0;
  /** Sends a request, and returns its ID. */
  const send = (method: string, params?: unknown): string => {
    lastId += 1;
    const id = `id${lastId}`;
    const data = { id, method, params, env: { sdkVersion: '9.1.0' } };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
    return id;
  };
  const answerTo = (id: string) => until(async () => answers.get(id), `an answer to ${id}`);
  return {
    frame,
    send,
    answerTo,
    /** Sends a request. Resolves to the response. */
    ask: (method: string, params?: unknown): Promise<Answer> => answerTo(send(method, params)),
  };
}
