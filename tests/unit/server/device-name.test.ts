import { deviceName } from '@/lib/server/auth/device-name';

const chrome = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36${more}`;

test.each([
  ['Chrome, Windows', chrome('Windows NT 10.0; Win64; x64')],
  ['Chrome, Android', chrome('Linux; Android 10; K')],
  ['Chrome, ChromeOS', chrome('X11; CrOS x86_64 14541.0.0')],
  ['Edge, Windows', chrome('Windows NT 10.0; Win64; x64', ' Edg/142.0.0.0')],
  ['Opera, Linux', chrome('X11; Linux x86_64', ' OPR/120.0.0.0')],
  [
    'Safari, macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  ],
  [
    'Chrome, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
  ],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64)'],
  [null, 'curl/8.14.1'],
  [null, ''],
])('AUTH-6 names the device %s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});
