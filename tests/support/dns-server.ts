import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const HEADER_BYTES = 12;
const TYPES: Record<number, 'ipv4' | 'ipv6'> = { 1: 'ipv4', 28: 'ipv6' };

/** Encodes an answer (RFC 1035, section 4.1.3) for the name in the question. */
function recordOf(type: number, address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  return Buffer.concat([
    Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.byteLength]),
    bytes,
  ]);
}

/** Starts a DNS server on this machine. It answers for the given names, and never for others. */
export async function startDnsServer(addresses: Readonly<Record<string, readonly string[]>>) {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address: client }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    asked.add(name);
    const known = addresses[name];
    if (!known) return;
    const type = message.readUInt16BE(at + 1);
    const records = known
      .filter((address) => ipaddr.parse(address).kind() === TYPES[type])
      .map((address) => recordOf(type, address));
    const header = Buffer.alloc(HEADER_BYTES);
    message.copy(header, 0, 0, 2);
    // A response to one question, with recursion.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, message.subarray(HEADER_BYTES, at + 5), ...records]), port, client);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
