/** @jest-environment node */
import { defaultOrigins } from '@/scripts/local/site';

test.each([
  ['127.0.0.1', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['localhost', 3000, ['http://localhost:3000', 'http://127.0.0.1:3000']],
  ['192.0.2.7', 3100, ['http://192.0.2.7:3100', 'http://127.0.0.1:3100', 'http://localhost:3100']],
  ['2001:db8::7', 3000, ['http://[2001:db8::7]:3000', 'http://127.0.0.1:3000', 'http://localhost:3000']],
  ['0.0.0.0', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['::', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['Wallet.local', 80, ['http://wallet.local', 'http://127.0.0.1', 'http://localhost']],
])(
  'OPS-2 logins at the printed address of HOST %s, PORT %i are taken without ORIGINS',
  (host, port, origins) => {
    expect(defaultOrigins(host, port)).toEqual(origins);
  },
);
