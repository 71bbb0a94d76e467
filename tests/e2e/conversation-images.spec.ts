import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { findings, PHONE } from '../support/axe';
import { accept, contact, messages, type Person, person, say, short, start } from '../support/chat';
import { BLUE, halves, plain } from '../support/pictures';
import { expect, test } from '../support/wallet-test';

const SECRET = 'taken at 22.2783, 114.1747';

/** Returns a photo with a location and a comment in it, whose left half is red and whose right half is blue. */
const photo = () =>
  halves(600, 300)
    .png()
    .withExif({ IFD0: { ImageDescription: SECRET }, IFD3: { GPSLatitude: '22/1 16/1 41/1' } })
    .toBuffer();

/** Chooses a file in the composer. */
async function choose({ page }: Person, buffer: Buffer, name = 'photo.png', mimeType = 'image/png') {
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add image' }).click(),
  ]);
  await picker.setFiles({ name, mimeType, buffer });
}

const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: 'Send an image' });

async function send(one: Person, description: string) {
  const dialog = dialogOf(one);
  await expect(dialog.getByRole('img', { name: 'Preview of your image' })).toBeVisible();
  await dialog.getByLabel('Description (optional)').fill(description);
  await dialog.getByRole('button', { name: 'Send image' }).click();
  await expect(dialog).toHaveCount(0);
}

const shown = (one: Person, description: string) =>
  messages(one).getByRole('button', { name: `Open image: ${description}` });

/** Returns the color in the middle of a half of an image. */
const colorOf = (one: Person, description: string, half: 'left' | 'right') =>
  shown(one, description)
    .locator('canvas')
    .evaluate((element, part) => {
      const canvas = element as HTMLCanvasElement;
      const x = Math.floor(canvas.width * (part === 'left' ? 0.25 : 0.75));
      const data = canvas.getContext('2d')?.getImageData(x, canvas.height / 2, 1, 1).data ?? [];
      return (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue';
    }, half);

async function remove(one: Person, description: string) {
  const message = messages(one).getByRole('listitem').filter({ hasText: description });
  await message.hover();
  await message.getByRole('button', { name: /^Actions for a message/ }).click();
  await expect(one.page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await one.page.getByRole('menuitem', { name: 'Delete for everyone' }).click();
}

test('HUB-2 an image is sent without its location, stays on the device, opens large, is saved, and deleted', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await contact(alice, bob);
  const file = await photo();
  expect(file.toString('latin1')).toContain(SECRET);
  const uploads: Buffer[] = [];
  alice.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/messages/'))
      uploads.push(request.postDataBuffer() ?? Buffer.alloc(0));
  });
  await choose(alice, file);
  await send(alice, 'A sign in two colors');
  for (const one of [alice, bob]) {
    await expect(shown(one, 'A sign in two colors')).toBeVisible();
    expect(await colorOf(one, 'A sign in two colors', 'left')).toBe('red');
    expect(await colorOf(one, 'A sign in two colors', 'right')).toBe('blue');
  }
  for (const body of uploads) {
    expect(body.includes(SECRET)).toBe(false);
    // Neither WebP, nor PNG, nor JPEG.
    for (const start of ['RIFF', '\x89PNG', 'JFIF'])
      expect(body.includes(Buffer.from(start, 'latin1'))).toBe(false);
  }
  await expect(bob.page.getByRole('list', { name: 'Conversations' })).toContainText('Image');

  await bob.page.route('**/api/messages/image?*', (route) => route.abort());
  await bob.page.reload();
  await expect(shown(bob, 'A sign in two colors')).toBeVisible();

  await shown(bob, 'A sign in two colors').focus();
  await bob.page.keyboard.press('Enter');
  const large = bob.page.getByRole('dialog', { name: `Image from ${short(alice)}` });
  await expect(large.getByRole('img', { name: 'A sign in two colors' })).toBeVisible();
  const [download] = await Promise.all([
    bob.page.waitForEvent('download'),
    large.getByRole('button', { name: 'Save image' }).click(),
  ]);
  const saved = await readFile(await download.path());
  expect(saved.toString('latin1')).not.toMatch(/Exif|22\.2783/);
  expect(await sharp(saved).metadata()).toMatchObject({ format: 'webp', width: 600, height: 300 });
  await bob.page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(shown(bob, 'A sign in two colors')).toBeFocused();

  await remove(alice, 'A sign in two colors');
  for (const one of [alice, bob]) {
    await expect(shown(one, 'A sign in two colors')).toHaveCount(0);
    await expect(messages(one)).not.toContainText('A sign in two colors');
  }
  await bob.page.reload();
  await expect(messages(bob)).toContainText('Hello from the harbor');
  await expect(shown(bob, 'A sign in two colors')).toHaveCount(0);
});

test('HUB-2 an image of a stranger is fetched after a click, one that fails can be tried again', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  const fetched: string[] = [];
  bob.page.on('request', (request) => {
    if (request.url().includes('/api/messages/image')) fetched.push(request.method());
  });
  await start(alice, [bob]);
  await say(alice, 'Hello');
  await choose(alice, await plain(320, 200, BLUE).jpeg().toBuffer(), 'sea.jpg', 'image/jpeg');
  await send(alice, 'The sea');
  await bob.page.getByRole('tab', { name: /^Message requests/ }).click();
  await bob.page
    .getByRole('list', { name: /^Message requests/ })
    .getByRole('button')
    .click();
  await expect(messages(bob)).toContainText('The sea');
  const show = messages(bob).getByRole('button', { name: 'Show image' });
  await expect(show).toBeVisible();
  expect(fetched).toEqual([]);
  await bob.page.route('**/api/messages/image?*', (route) => route.abort());
  const place = messages(bob).getByRole('listitem').filter({ hasText: 'The sea' });
  await show.click();
  await expect(place.getByText('No connection')).toBeVisible();
  await bob.page.unroute('**/api/messages/image?*');
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(shown(bob, 'The sea')).toBeVisible();
  expect(await colorOf(bob, 'The sea', 'left')).toBe('blue');
});

test('HUB-2 an image waits without a connection, other files are refused, and an image can be pasted and dropped', async ({
  browser,
}) => {
  const [alice, bob] = await Promise.all([person(browser), person(browser)]);
  await start(alice, [bob]);
  await say(alice, 'Hello');
  await accept(bob, short(alice));
  await choose(alice, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
  await expect(dialogOf(alice).getByRole('alert')).toHaveText(
    "This file isn't a PNG, JPEG, WebP, or GIF image.",
  );
  await dialogOf(alice).getByRole('button', { name: 'Close' }).click();

  const bytes = [...(await plain(64, 64, BLUE).png().toBuffer())];
  for (const [kind, description] of [
    ['paste', 'Pasted'],
    ['drop', 'Dropped'],
  ] as const) {
    await alice.page.getByLabel('Message', { exact: true }).evaluate(
      (field, [type, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], 'a.png', { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent(type, { ...options, clipboardData: data })
            : new DragEvent(type, { ...options, dataTransfer: data }),
        );
      },
      [kind, bytes] as const,
    );
    await send(alice, description);
    await expect(shown(bob, description)).toBeVisible();
  }

  await alice.page.context().setOffline(true);
  await choose(alice, await plain(200, 200).png().toBuffer());
  await send(alice, 'From the sea');
  await expect(shown(alice, 'From the sea')).toBeVisible();
  await expect(messages(alice).getByText('Waiting to send')).toBeVisible();
  await alice.page.context().setOffline(false);
  await expect(shown(bob, 'From the sea')).toBeVisible();
  await expect(messages(alice).getByText('Waiting to send')).toHaveCount(0);

  await choose(alice, await plain(1_200, 600).png().toBuffer());
  await send(alice, 'Wide');
  await expect(shown(bob, 'Wide')).toBeVisible();
  await alice.page.setViewportSize({ width: PHONE, height: 740 });
  await expect(shown(alice, 'From the sea')).toBeVisible();
  await expect(shown(alice, 'Wide')).toBeInViewport({ ratio: 1 });
  expect(await findings(alice.page, PHONE, 'main')).toEqual([]);
  await shown(alice, 'From the sea').click();
  await expect(alice.page.getByRole('img', { name: 'From the sea' })).toBeVisible();
  expect(await findings(alice.page, PHONE, '[role=dialog]')).toEqual([]);
});
