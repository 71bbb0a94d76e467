import { createRequire } from 'node:module';

/** Path of the anvil program in the platform package. Its npm wrapper would keep a second Node process beside each chain. */
export function anvilBinary(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs'));
  try {
    return require.resolve(`@foundry-rs/anvil-${system}-${arch}/bin/${program}`);
  } catch (error) {
    throw new Error(
      `no anvil for ${system}-${arch} here: set CHAINS_FILE to chains of yours, or run npm install again`,
      { cause: error },
    );
  }
}
