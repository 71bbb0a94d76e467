import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '@/lib/server-constants';
import { clientCounts, type OpenCount, OpenCounts } from '../limits/open-counts';
import { countRefusal } from '../metrics/count';
import { clientAt, isTrustedProxy } from './client';

/** Node publishes each accepted connection on this channel. */
const SOCKET_CHANNEL = 'net.server.socket';

/**
 * Returns what a connection counts toward. Proxies in TRUSTED_PROXIES connect for many clients, and so may a proxy on this
 * machine, so they have no limit per client. Each of these kinds has a total of its own, so that clients can't use up the
 * connections of proxies and of health checks on this machine.
 */
function countsOf(peer: string): OpenCount[] {
  const client = clientAt(peer);
  if (client.isLocal) return [['local', CONNECTIONS.total]];
  if (isTrustedProxy(peer)) return [['proxies', CONNECTIONS.total]];
  return [['clients', CONNECTIONS.total], ...clientCounts(client, CONNECTIONS)];
}

/**
 * Closes connections of a client that has too many open, so that it can't use up all of them, for example by requesting
 * files that it never reads. Returns a function that stops this. It applies to every server of the process until then.
 */
export function limitConnections(): () => void {
  const open = new OpenCounts();
  const admit = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // A client that is gone already has no address.
    const counts = socket.remoteAddress === undefined ? [] : countsOf(socket.remoteAddress);
    if (open.full(counts) === null) {
      socket.once('close', open.add(counts));
      return;
    }
    countRefusal('connection');
    socket.destroy();
  };
  subscribe(SOCKET_CHANNEL, admit);
  return () => void unsubscribe(SOCKET_CHANNEL, admit);
}
