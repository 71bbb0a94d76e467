import 'server-only';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import { serverEnv } from '@/lib/settings/env';
import { peerHeader } from './connections';

export type Client = {
  /** IPv4 address, or the /64 network of an IPv6 address, because each subscriber is assigned at least a /64. */
  id: string;
  /** The /48 network of an IPv6 address, because a subscriber may be assigned a whole /48. Null for IPv4. */
  network: string | null;
  /** Whether the client connects from a loopback address itself, instead of through a proxy in TRUSTED_PROXIES. */
  isLocal: boolean;
};

const UNKNOWN: Client = { id: 'unknown', network: null, isLocal: false };

type Trust = (address: string, hop: number) => boolean;

/** Caches compiled proxy lists, so that each setting is parsed only once. */
const trusts = new WeakMap<readonly string[], Trust>();

function trustOf(proxies: number | string[]): Trust {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const known = trusts.get(proxies) ?? proxyAddr.compile(proxies);
  trusts.set(proxies, known);
  return known;
}

/**
 * Returns the addresses on a request's way, from that of the connection to the one reported by the farthest trusted proxy,
 * or none if the connection's is unknown. `X-Forwarded-For` is trusted only as far as TRUSTED_PROXIES allows, because any
 * client can send it.
 */
function wayOf(request: Request): string[] {
  const peer = request.headers.get(peerHeader());
  if (peer === null || isIP(peer) === 0) return [];
  const { TRUSTED_PROXIES: proxies } = serverEnv();
  if (proxies === undefined) return [peer];
  const forwarded = request.headers.get('x-forwarded-for') ?? '';
  // proxy-addr reads only these parts of a request.
  const message = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
  return proxyAddr.all(message as unknown as IncomingMessage, trustOf(proxies));
}

/** Returns the farthest valid address on a request's way, or null if there is none. */
export const clientAddress = (request: Request): string | null =>
  wayOf(request).findLast((address) => isIP(address) !== 0) ?? null;

/** Recently seen clients by address, because parsing an address takes longer than finding it. */
const clients = new LRUCache<string, Client>({ max: 1_000 });

/** Identifies the client at an IP address. */
export function clientAt(address: string): Client {
  const known = clients.get(address);
  if (known) return known;
  const client = parseClient(address);
  clients.set(address, client);
  return client;
}

function parseClient(address: string): Client {
  // Removes the zone of a link-local address, because the parser may reject a zone.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  const isLocal = ip.range() === 'loopback';
  if (ip instanceof ipaddr.IPv4) return { id: ip.toString(), network: null, isLocal };
  const parts = ip.parts.map((part) => part.toString(16));
  const [id, network] = [`${parts.slice(0, 4).join(':')}::/64`, `${parts.slice(0, 3).join(':')}::/48`];
  return { id, network, isLocal };
}

/** Returns whether a connection's address is that of a proxy in TRUSTED_PROXIES. A number of proxies trusts them all. */
export function isTrustedProxy(peer: string): boolean {
  const { TRUSTED_PROXIES: proxies } = serverEnv();
  return proxies !== undefined && isIP(peer) !== 0 && trustOf(proxies)(peer, 0);
}

/** Returns whether a request came from a proxy in TRUSTED_PROXIES, so that its proxy headers can be trusted. */
export const isFromTrustedProxy = (request: Request): boolean =>
  isTrustedProxy(request.headers.get(peerHeader()) ?? '');

/** Identifies the client that sent a request. */
export function clientOf(request: Request): Client {
  const address = clientAddress(request);
  if (address === null) return UNKNOWN;
  const client = clientAt(address);
  return client.isLocal && wayOf(request).length !== 1 ? { ...client, isLocal: false } : client;
}
