import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compileContracts, generatedFiles } from './compiler';

const files = generatedFiles(compileContracts());
for (const [path, text] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
console.info(`contracts: wrote ${files.size} files`);
