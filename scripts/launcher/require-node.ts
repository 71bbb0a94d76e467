const OLDEST = [20, 9] as const;

/** Exits with a message if Node is too old. */
export function requireNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  console.error(
    `Tidewell needs Node ${OLDEST.join('.')} or newer; this is ${version}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}
