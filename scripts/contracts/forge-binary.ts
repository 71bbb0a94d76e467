import { createRequire } from 'node:module';

/**
 * Returns the path of the forge binary in the platform package. The npm wrapper would exit with 0 even if forge fails.
 * @throws if the platform has no binary.
 */
export function forgeBinary(): string {
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
