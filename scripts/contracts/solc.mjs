#!/usr/bin/env node
// Lets forge use solc from npm: forge calls `--version`, then passes all sources to `--standard-json`.
import { readFileSync } from 'node:fs';
import solc from 'solc';

process.stdout.write(
  process.argv.includes('--standard-json')
    ? solc.compile(readFileSync(0, 'utf8'))
    : `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
);
