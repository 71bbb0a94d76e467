import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Asked = { id: number | string; method?: string; params?: Record<string, unknown> };
type Stored = { topic: string; message: string; publishedAt: number; tag: unknown };

/** Methods with which a client sends several things at once, and what each does. */
type Client = { socket: WebSocket; topics: Map<string, string> };

/**
 * Starts a WalletConnect relay on loopback: JSON-RPC 2.0 over a WebSocket, with the methods that version 2.25 of the clients calls.
 * It keeps messages for subscribers that come later, as the real one does. `seen` has the parameters that a client published.
 */
export async function startRelay(port = 0) {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await once(server, 'listening');
  const clients = new Set<Client>();
  const mailbox: Stored[] = [];
  const seen: { method: string; params: Record<string, unknown> }[] = [];
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return String(lastId);
  };
  const deliver = ({ socket, topics }: Client, { topic, ...rest }: Stored) => {
    const id = topics.get(topic);
    if (id === undefined) return;
    const data = { topic, ...rest };
    const params = { id, data };
    socket.send(
      JSON.stringify({
        id: Date.now() * 1_000 + Number(newId()),
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params,
      }),
    );
  };
  const subscribe = (client: Client, topic: string): string => {
    const id = client.topics.get(topic) ?? newId();
    client.topics.set(topic, id);
    return id;
  };
  const publish = (from: Client, topic: unknown, message: unknown, tag: unknown) => {
    const stored = { topic: String(topic), message: String(message), publishedAt: Date.now(), tag };
    mailbox.push(stored);
    for (const client of clients) if (client !== from) deliver(client, stored);
  };
  const answer = (client: Client, method: string, params: Record<string, unknown>): unknown => {
    const topics = [params.topics ?? params.topic ?? []].flat().map(String);
    switch (method) {
      case 'irn_subscribe':
        return subscribe(client, topics[0] ?? '');
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(client, topic));
      case 'irn_unsubscribe':
      case 'irn_batchUnsubscribe':
        for (const topic of topics) client.topics.delete(topic);
        return true;
      case 'irn_batchFetchMessages':
        return { messages: mailbox.filter(({ topic }) => topics.includes(topic)), hasMore: false };
      case 'irn_publish':
        publish(client, params.topic, params.message, params.tag);
        return true;
      case 'wc_proposeSession':
        subscribe(client, String(params.pairingTopic));
        publish(client, params.pairingTopic, params.sessionProposal, 1100);
        return true;
      case 'wc_approveSession':
        subscribe(client, String(params.sessionTopic));
        publish(client, params.pairingTopic, params.sessionProposalResponse, 1101);
        publish(client, params.sessionTopic, params.sessionSettlementRequest, 1102);
        return true;
      default:
        throw new Error(`the relay has no method ${method}`);
    }
  };
  server.on('connection', (socket) => {
    const client: Client = { socket, topics: new Map() };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (data) => {
      const { id, method, params = {} } = JSON.parse(String(data)) as Asked;
      // Answers to what the relay delivered have no method.
      if (method === undefined) return;
      if (/publish|Session/i.test(method)) seen.push({ method, params });
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(client, method, params) }));
      if (!method.endsWith('ubscribe') && !method.startsWith('wc_')) return;
      const topics = [params.topics ?? params.topic ?? []].flat();
      for (const stored of mailbox) if (topics.includes(stored.topic)) deliver(client, stored);
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${taken}`,
    seen,
    stop: async () => {
      for (const { socket } of clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
