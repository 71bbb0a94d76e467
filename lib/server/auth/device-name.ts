import 'server-only';

/** Names by a part of the User-Agent header. The first that is found counts, because browsers also name older ones. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * Returns the browser and operating system that a User-Agent header (RFC 9110) names, such as `Firefox, Windows`, or null.
 * Only these names are stored: the header itself could identify a device.
 */
export function deviceName(userAgent: string): string | null {
  const names = [browsers, systems].flatMap(
    (list) => list.find(([, part]) => part.test(userAgent))?.[0] ?? [],
  );
  return names.length > 0 ? names.join(', ') : null;
}
