#!/usr/bin/env node
// Lets forge use the solc of npm: forge asks for `--version`, then sends every source it needs with `--standard-json`.
import { readFileSync } from 'node:fs';
import solc from 'solc';

process.stdout.write(
  process.argv.includes('--standard-json')
    ? solc.compile(readFileSync(0, 'utf8'))
    : `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
);
