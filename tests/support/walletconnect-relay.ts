import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Asked = { id: number | string; method?: string; params?: Record<string, unknown> };
type Stored = { from: string; topic: string; message: string; publishedAt: number; tag: unknown };
type Client = { name: string; socket: WebSocket; topics: Map<string, string>; sent: Set<Stored> };

/** Returns the ID of a client, which signs a token (JWT) with it. It outlasts a reload of the page. */
function nameOf(url = '/'): string {
  const [, payload = ''] = (new URL(url, 'ws://relay').searchParams.get('auth') ?? '').split('.');
  return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: unknown }).iss);
}

/**
 * Starts a WalletConnect relay on loopback: JSON-RPC 2.0 over a WebSocket, with the methods that version 2.25 of the clients calls.
 * It keeps each message until the other member of its topic has it.
 */
export async function startRelay() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const clients = new Set<Client>();
  const mailbox = new Set<Stored>();
  const delivered = new Map<number, Stored>();
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return String(lastId);
  };
  const deliver = ({ name, socket, topics, sent }: Client, stored: Stored) => {
    const { from, ...data } = stored;
    const subscription = topics.get(data.topic);
    if (subscription === undefined || from === name || sent.has(stored)) return;
    sent.add(stored);
    const id = Date.now() * 1_000 + Number(newId());
    delivered.set(id, stored);
    const params = { id: subscription, data };
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }));
  };
  const subscribe = (client: Client, topic: string): string => {
    const id = client.topics.get(topic) ?? newId();
    client.topics.set(topic, id);
    return id;
  };
  const publish = ({ name }: Client, topic: unknown, message: unknown, tag: unknown) => {
    const stored = {
      ...{ from: name, topic: String(topic), message: String(message) },
      ...{ publishedAt: Date.now(), tag },
    };
    mailbox.add(stored);
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
        return { messages: [], hasMore: false };
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
  server.on('connection', (socket, { url }) => {
    const client: Client = { name: nameOf(url), socket, topics: new Map(), sent: new Set() };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (data) => {
      const { id, method, params = {} } = JSON.parse(String(data)) as Asked;
      // An answer to what the relay delivered has no method.
      if (method === undefined) {
        const stored = delivered.get(Number(id));
        if (stored) mailbox.delete(stored);
        return;
      }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(client, method, params) }));
      for (const other of clients) for (const stored of mailbox) deliver(other, stored);
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${taken}`,
    stop: async () => {
      for (const { socket } of clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
