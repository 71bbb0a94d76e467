import 'server-only';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { serverEnv } from '@/lib/settings/env';
import { peerHeader } from './connections';

export type Client = {
  /** An IPv4 address, or the /64 network of an IPv6 address, which one subscriber is assigned. */
  id: string;
  /** Whether it is a loopback address. */
  isLocal: boolean;
};

const UNKNOWN: Client = { id: 'unknown', isLocal: false };

type Trust = (address: string, hop: number) => boolean;

/** Parsed once per setting. */
const trusts = new WeakMap<readonly string[], Trust>();

function trustOf(proxies: number | string[]): Trust {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const known = trusts.get(proxies) ?? proxyAddr.compile(proxies);
  trusts.set(proxies, known);
  return known;
}

/** Returns the address reported by the farthest trusted proxy, or else the connection's own. */
function addressOf(request: Request, peer: string): string {
  const { TRUSTED_PROXIES: proxies } = serverEnv();
  if (proxies === undefined) return peer;
  const forwarded = request.headers.get('x-forwarded-for') ?? '';
  // The part of a request that proxy-addr reads.
  const message = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
  const path = proxyAddr.all(message as unknown as IncomingMessage, trustOf(proxies));
  return path.findLast((address) => isIP(address) !== 0) ?? peer;
}

function clientAt(address: string): Client {
  // Without the zone of a link-local address, which the parser may not accept.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  const isLocal = ip.range() === 'loopback';
  if (ip instanceof ipaddr.IPv4) return { id: ip.toString(), isLocal };
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return { id: `${network.join(':')}::/64`, isLocal };
}

/**
 * Whether a request came over a connection from a proxy in
 * TRUSTED_PROXIES, so that its headers can be trusted.
 */
export function isFromTrustedProxy(request: Request): boolean {
  const { TRUSTED_PROXIES: proxies } = serverEnv();
  const peer = request.headers.get(peerHeader());
  return proxies !== undefined && peer !== null && isIP(peer) !== 0 && trustOf(proxies)(peer, 0);
}

/**
 * Identifies the sender of a request. `X-Forwarded-For` is trusted only
 * as far as TRUSTED_PROXIES allows: any client can send that header.
 */
export function clientOf(request: Request): Client {
  const peer = request.headers.get(peerHeader());
  if (peer === null || isIP(peer) === 0) return UNKNOWN;
  const address = addressOf(request, peer);
  return isIPv4(address) ? { id: address, isLocal: address.startsWith('127.') } : clientAt(address);
}
