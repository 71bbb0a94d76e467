import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { launcherEnv } from '../lib/settings/env';

const systemPaths = [
  // The headless shell comes first, because it doesn't render to a screen, which takes up most of Chromium's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function succeeds(command: string, args: readonly string[], timeout: number): boolean {
  return (
    spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout,
      shell: process.platform === 'win32',
    }).status === 0
  );
}

function known(): string | undefined {
  const { CHROMIUM_PATH } = launcherEnv();
  return [CHROMIUM_PATH, chromium.executablePath(), ...systemPaths].find((path) => path && existsSync(path));
}

/**
 * Returns the path of a Chromium browser: CHROMIUM_PATH, Playwright's, or the system's. If there is none, installs one
 * with Playwright or (as root) with apt, or unpacks the one in the @sparticuz/chromium package.
 * @throws if none of these succeeds.
 */
export async function findBrowser(): Promise<string> {
  const present = known();
  if (present) return present;
  if (succeeds('npx', ['playwright', 'install', 'chromium'], 180_000)) {
    const installed = known();
    if (installed) return installed;
  }
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    succeeds('apt-get', ['update', '-qq'], 120_000);
    const install = (name: string) => succeeds('apt-get', ['install', '-y', '-qq', name], 300_000);
    if (!install('chromium-headless-shell')) install('chromium');
    const installed = known();
    if (installed) return installed;
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
