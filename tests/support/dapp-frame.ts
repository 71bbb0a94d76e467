import { act, screen } from '@testing-library/react';
import { until } from './until';

type Answer = { id: string; success: boolean; data?: unknown; error?: string };
type RpcAnswer = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
type Message = { id?: string; jsonrpc?: '2.0'; method?: string; params?: unknown };

/** The frame of a DApp in jsdom, which doesn't load it. The test acts as the DApp. */
export async function findDapp(name: RegExp) {
  const frame = (await screen.findByTitle(name)) as HTMLIFrameElement;
  const { contentWindow: source, src } = frame;
  if (!source) throw new Error('the frame has no window');
  const { origin } = new URL(src);
  const answers = new Map<string, Answer>();
  const rpcAnswers = new Map<string, RpcAnswer>();
  const events: { name: string | undefined; value: unknown }[] = [];
  jest.spyOn(source, 'postMessage').mockImplementation(((message: Message, target: string) => {
    if (target !== origin) return;
    if (message.id === undefined) events.push({ name: message.method, value: message.params });
    else if (message.jsonrpc) rpcAnswers.set(message.id, message as RpcAnswer);
    else answers.set(message.id, message as Answer);
  }) as typeof source.postMessage);
  const post = (data: unknown) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
  let lastId = 0;
  /** Sends a request, and returns its ID. */
  const send = (method: string, params?: unknown): string => {
    lastId += 1;
    const id = `id${lastId}`;
    const data = { id, method, params, env: { sdkVersion: '9.1.0' } };
    post(data);
    return id;
  };
  /** Sends a request as the provider does (EIP-1193). Resolves to the result, or to the error's code and message. */
  const call = async (method: string, params?: unknown): Promise<RpcAnswer> => {
    lastId += 1;
    const id = `rpc${lastId}`;
    post({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await until(async () => rpcAnswers.get(id), `an answer to ${method}`);
    return error ? { error } : { result };
  };
  const answerTo = (id: string) => until(async () => answers.get(id), `an answer to ${id}`);
  return {
    frame,
    send,
    call,
    /** The provider's events, in order. */
    events,
    answerTo,
    /** Sends a request. Resolves to the response. */
    ask: (method: string, params?: unknown): Promise<Answer> => answerTo(send(method, params)),
  };
}
