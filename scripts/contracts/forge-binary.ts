import { createRequire } from 'node:module';

/** Path of the forge program in the platform package. Its npm wrapper ends with 0 even where forge fails. Throws where there is none. */
export function forgeBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const program = process.platform === 'win32' ? 'forge.exe' : 'forge';
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/forge/bin.mjs'));
  try {
    return require.resolve(`@foundry-rs/forge-${process.platform}-${arch}/bin/${program}`);
  } catch (error) {
    throw new Error(`no forge for ${process.platform}-${arch} here: run npm install again`, { cause: error });
  }
}
