import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientCounts, type OpenCount, OpenCounts } from '../limits/open-counts';
import { countRefusal } from '../metrics/count';
import { clientAt, isTrustedProxy } from './client-address';
import { IdleConnections } from './idle-connections';

/**
 * Maximum number of open connections per client, per IPv6 /48 network, and in total on one instance. The total applies to
 * clients, to proxies in TRUSTED_PROXIES, and to this machine separately. A browser opens up to six, many visitors may share
 * an IPv4 address, and a mobile network may assign each subscriber a /64 of one /48.
 */
export const CONNECTIONS = { perClient: 512, perNetwork: 2_048, total: 8_192 };

/** Node publishes each accepted connection, each request, and each response that was sent on these channels. */
const SOCKET_CHANNEL = 'net.server.socket';
const REQUEST_CHANNEL = 'http.server.request.start';
const RESPONSE_CHANNEL = 'http.server.response.finish';

/** An open connection: what it counts toward, how to end that, and the response to its latest request. */
type Connection = { counts: OpenCount[]; release: () => void; latest: ServerResponse | null };

/**
 * Returns what a connection counts toward, the narrowest first. Proxies in TRUSTED_PROXIES connect for many clients, and
 * so may a proxy on this machine, so they have no limit per client. Each of these kinds has a total of its own, so that
 * clients can't use up the connections of proxies and of health checks on this machine.
 */
function countsOf(peer: string): OpenCount[] {
  const client = clientAt(peer);
  if (client.isLocal) return [['local', CONNECTIONS.total]];
  if (isTrustedProxy(peer)) return [['proxies', CONNECTIONS.total]];
  return [...clientCounts(client, CONNECTIONS), ['clients', CONNECTIONS.total]];
}

/**
 * Closes connections of a client that has too many open, so that it can't use up all of them, for example by requesting
 * files that it never reads. At a limit, the connection that has been idle for the longest gives way to the new one.
 * Returns a function that stops this. It applies to every server of the process until then.
 */
export function limitConnections(): () => void {
  const open = new OpenCounts();
  const idle = new IdleConnections();
  const connections = new Map<Socket, Connection>();

  const forget = (socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connections.delete(socket);
    idle.delete(socket, connection.counts);
    connection.release();
  };
  /** Closes idle connections until none of the counts is full. Returns whether that succeeded. */
  const makeRoom = (counts: readonly OpenCount[]): boolean => {
    for (let full = open.full(counts); full !== null; full = open.full(counts)) {
      const oldest = idle.oldest(full);
      if (!oldest) return false;
      forget(oldest);
      oldest.destroy();
    }
    return true;
  };
  const admit = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // A client that is gone already has no address.
    const counts = socket.remoteAddress === undefined ? [] : countsOf(socket.remoteAddress);
    if (makeRoom(counts)) {
      connections.set(socket, { counts, release: open.add(counts), latest: null });
      socket.once('close', () => forget(socket));
      return;
    }
    countRefusal('connection');
    socket.destroy();
  };
  const onRequest = (message: unknown) => {
    const { socket, response } = message as { socket: Socket; response: ServerResponse };
    const connection = connections.get(socket);
    if (!connection) return;
    connection.latest = response;
    idle.delete(socket, connection.counts);
  };
  // Responses are sent in the order of their requests, so the connection is idle after the latest.
  const onResponse = (message: unknown) => {
    const { socket, response } = message as { socket: Socket; response: ServerResponse };
    const connection = connections.get(socket);
    if (connection?.latest === response) idle.add(socket, connection.counts);
  };
  const listeners = [
    [SOCKET_CHANNEL, admit],
    [REQUEST_CHANNEL, onRequest],
    [RESPONSE_CHANNEL, onResponse],
  ] as const;
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
