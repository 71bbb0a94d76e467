import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@/lib/settings/process-env';

/**
 * Returns the path of the forge binary in the platform
 * package. Its npm wrapper exits with 0 even if forge fails.
 * @throws if the platform has no binary.
 */
function forgeBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const program = process.platform === 'win32' ? 'forge.exe' : 'forge';
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/forge/bin.mjs'));
  try {
    return require.resolve(`@foundry-rs/forge-${process.platform}-${arch}/bin/${program}`);
  } catch (error) {
    throw new Error(`no forge binary for ${process.platform}-${arch}: run npm install again`, {
      cause: error,
    });
  }
}

const MAX_OUTPUT_CHARACTERS = 100_000;

/**
 * Runs forge on the contracts and prints its output. Returns its
 * exit code, 1 if it doesn't start, and the end of its output.
 */
export function runForge(args: readonly string[]): Promise<{ code: number; output: string }> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const [command = '', ...rest] = args;
  const forge = spawn(forgeBinary(), [command, '--root', root, ...rest], {
    cwd: root,
    env: childEnv({ FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml'), FOUNDRY_PROFILE: undefined }),
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  forge.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  return new Promise((resolve) => {
    forge.on('error', (error) => {
      console.error(`contracts: forge could not be started: ${error.message}`);
      resolve({ code: 1, output });
    });
    forge.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
