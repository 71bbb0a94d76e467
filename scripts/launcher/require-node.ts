import { engines } from '../../package.json';

/** Exits with a message if Node is older than `engines` in package.json allows. */
export function requireNode(version = process.versions.node): void {
  const oldest = engines.node.replace('>=', '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Tidewell needs Node ${oldest} or newer; this is ${version}. Get one at https://nodejs.org.`);
  process.exit(1);
}
