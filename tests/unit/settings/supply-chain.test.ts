/** @jest-environment node */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { z } from 'zod';

const lockFile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      os: z.array(z.string()).optional(),
    }),
  ),
});

/** Licenses that shipped packages may have. Each permits use in a closed product without a fee. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  // libvips, a library that sharp loads at run time.
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
];
const NAMED: Readonly<Record<string, string>> = {
  // Compiled contracts, which only the local demo deploys. No code of this site contains them.
  '@uniswap/lib': 'GPL-3.0-or-later',
  '@uniswap/v2-core': 'GPL-3.0-or-later',
  '@uniswap/v2-periphery': 'GPL-3.0-or-later',
  // WalletConnect Community License. Read its section 3 before you set WALLETCONNECT_PROJECT_ID.
  '@walletconnect/core': 'SEE LICENSE IN LICENSE.md',
  '@walletconnect/ethereum-provider': 'SEE LICENSE IN LICENSE.md',
  '@walletconnect/sign-client': 'SEE LICENSE IN LICENSE.md',
  '@walletconnect/types': 'SEE LICENSE IN LICENSE.md',
  '@walletconnect/universal-provider': 'SEE LICENSE IN LICENSE.md',
  '@walletconnect/utils': 'SEE LICENSE IN LICENSE.md',
  // These declare their license only in a file or in an outdated field: MIT, MIT, and Unlicense.
  busboy: '',
  streamsearch: '',
  'text-encoding-utf-8': '',
};

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the licenses in an SPDX expression. */
const licensesIn = (expression: string) => expression.replace(/[()]/g, '').split(/ (?:AND|OR) /);

async function readPackages() {
  const { packages } = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  return Object.entries(packages).filter(([path]) => path !== '');
}

test('OPS-1 every package comes from the registry, with a hash', async () => {
  const packages = await readPackages();
  expect(packages.length).toBeGreaterThan(500);
  for (const [path, { resolved, integrity, optional, os }] of packages) {
    // Without a URL, npm uses the configured registry. The hash makes every registry return the same package.
    expect([path, resolved ?? 'https://registry.npmjs.org/']).toEqual([
      path,
      expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
    ]);
    // npm knows no hash of programs for systems other than the one that wrote the lock file.
    const isForOtherSystem = optional && (os !== undefined || /wasm32-wasi$|openharmony/.test(path));
    if (!isForOtherSystem) expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  }
});

test('OPS-1 every package with an install script is named in package.json, and allowed or denied', async () => {
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const scripted = (await readPackages()).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(Object.keys(allowScripts).sort()).toEqual(
    [...new Set(scripted.map(([path]) => nameOf(path)))].sort(),
  );
});

test('OPS-1 only the install scripts that package.json allows run, with any npm', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-scripts-'));
  const put = async (file: string, content: unknown) => {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await writeFile(path.join(dir, file), JSON.stringify(content));
  };
  const names = ['allowed', 'denied', 'unlisted'];
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const own = { name: 'project', version: '1.0.0', dependencies };
  const locked = names.map((name) => [
    `node_modules/${name}`,
    {
      version: '1.0.0',
      resolved: `https://registry.npmjs.org/${name}/-/${name}-1.0.0.tgz`,
      hasInstallScript: true,
    },
  ]);
  try {
    // A package for another system is named, but not installed.
    await put('package.json', { ...own, allowScripts: { allowed: true, denied: false, other: true } });
    await put('package-lock.json', {
      ...own,
      lockfileVersion: 3,
      packages: { '': own, ...Object.fromEntries(locked) },
    });
    for (const name of names)
      await put(`node_modules/${name}/package.json`, {
        name,
        version: '1.0.0',
        scripts: { postinstall: "node -e \"require('node:fs').writeFileSync('ran', '')\"" },
      });
    const script = path.resolve('scripts/run-install-scripts.mjs');
    const run = () => promisify(execFile)(process.execPath, [script], { cwd: dir });
    const ran = () => names.filter((name) => existsSync(path.join(dir, 'node_modules', name, 'ran')));
    await run();
    expect(ran()).toEqual(['allowed']);
    await rm(path.join(dir, 'node_modules/allowed/ran'));
    // An empty list must not mean all packages.
    await put('package.json', { ...own, allowScripts: {} });
    await run();
    expect(ran()).toEqual([]);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test('OPS-1 the tests and the image run no other install script', async () => {
  for (const file of ['.ci/run', 'Dockerfile']) {
    const installs = (await readFile(file, 'utf8')).match(/\bnpm (?:install|ci)\b.*|\bnpx -.*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    for (const install of installs)
      expect([file, install]).toEqual([file, expect.stringContaining('--ignore-scripts')]);
  }
});

test('OPS-1 the tests and the image install exactly what the lock file specifies, or fail', async () => {
  const [check, ...installs] = (await readFile('.ci/run', 'utf8')).match(/\bnpm (?:install|ci)\b/g) ?? [];
  expect([check, installs]).toEqual(['npm ci', ['npm install']]);
  expect(await readFile('Dockerfile', 'utf8')).not.toContain('npm install');
});

test('OPS-1 workflows pin each action to a commit hash, and note its version', async () => {
  const folder = '.github/workflows';
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const uses = texts.flatMap((text) => text.match(/\buses:.*/g) ?? []);
  expect(uses.length).toBeGreaterThan(5);
  for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('OPS-1 every shipped package has an allowed license', async () => {
  // Programs for other systems have neither hash nor license in the lock file. They have the license of their user.
  const shipped = (await readPackages()).filter(([, { dev, integrity }]) => !dev && integrity !== undefined);
  const refused = shipped.filter(([path, { license = '' }]) => {
    const named = NAMED[nameOf(path)];
    return named === undefined
      ? !licensesIn(license).every((one) => ALLOWED.includes(one))
      : license !== named;
  });
  expect(refused.map(([path, { license }]) => [path, license])).toEqual([]);
  const names = shipped.map(([path]) => nameOf(path));
  for (const name of Object.keys(NAMED)) expect(names).toContain(name);
});

test('OPS-1 the bill of materials lists the shipped packages', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const [program = '', ...args] = scripts.sbom.split(' ');
  const { stdout } = await promisify(execFile)(program, [...args, '--package-lock-only'], {
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bill = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      components: z.array(z.object({ name: z.string(), purl: z.string(), group: z.string().optional() })),
    })
    .parse(JSON.parse(stdout));
  const names = bill.components.map(({ purl }) => purl);
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(names).toContain(`pkg:npm/next@${dependencies.next}`);
  expect(names).toContain(`pkg:npm/pg@${dependencies.pg}`);
  expect(names.join()).not.toContain('pkg:npm/jest@');
});

/** Imports of a package in development, in a build of that package, or inside `try`, which work without it. */
const OPTIONAL_IMPORTS = ['@img/sharp-libvips-dev', 'pino-pretty', 'supports-color'];

/** Returns the package that a file or a bare specifier belongs to: its folder for a file, and its name otherwise. */
const packageIn = (place: string) => /^(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? '';
const folderOf = (file: string) => {
  const start = file.lastIndexOf('node_modules/') + 'node_modules/'.length;
  return file.includes('node_modules/') ? file.slice(0, start) + packageIn(file.slice(start)) : '.';
};

async function declaredBy(folder: string): Promise<string[]> {
  const own = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  return [
    own.name,
    ...['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(own[kind] ?? {}),
    ),
  ];
}

test('OPS-1 what shipped code imports is declared by the package that imports it, or by this one', async () => {
  const { metafile } = await build({
    entryPoints: ['app/**/*.ts', 'app/**/*.tsx', 'middleware.ts', 'instrumentation*.ts'],
    bundle: true,
    metafile: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    mainFields: ['module', 'main'],
    loader: { '.css': 'empty', '.wording': 'empty', '.node': 'empty' },
    // Next is the framework that bundles the others. WalletConnect loads only if an operator turns it on.
    external: ['next', '@walletconnect/*', '@web3modal/*'],
  });
  const ours = await declaredBy('.');
  const undeclared = await Promise.all(
    Object.entries(metafile.inputs).map(async ([file, { imports }]) => {
      const folder = folderOf(file);
      const known = [...ours, ...OPTIONAL_IMPORTS, ...(folder === '.' ? [] : await declaredBy(folder))];
      return imports
        .map(({ original, path: resolved }) => original ?? resolved)
        .filter((specifier) => /^(?:@[\w-]|\w)/.test(specifier) && !isBuiltin(specifier))
        .filter((specifier) => !known.includes(packageIn(specifier)))
        .map((specifier) => `${folder} imports ${specifier}`);
    }),
  );
  expect([...new Set(undeclared.flat())]).toEqual([]);
  // Fails if the graph doesn't reach the packages anymore.
  expect(Object.keys(metafile.inputs)).toContainEqual(
    expect.stringMatching(/^node_modules\/@noble\/hashes\//),
  );
});
