import { expect, test } from '../support/site-test';

test('ABOUT-2 expands a bio in line from 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/about');
  const leader = page.getByRole('article', { name: 'Rowan Ashdown' });
  await expect(leader.getByRole('img', { name: 'Line drawing of Rowan Ashdown' })).toBeVisible();
  const bio = leader.getByText('advises on the financing and movement');
  await expect(bio).toBeHidden();
  await leader.getByText('Read bio').locator('visible=true').click();
  await expect(bio).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('ABOUT-2 opens a bio in a dialog below 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Read bio of Mei-lin Tsao' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Mei-lin Tsao' });
  await expect(dialog.getByText('advises on infrastructure')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close bio' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('ABOUT-2 widening the window to 768 px closes the dialog and shows the bio inline', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Read bio of Mei-lin Tsao' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const leader = page.getByRole('article', { name: 'Mei-lin Tsao' });
  await leader.locator('summary').click();
  await expect(leader.getByText('advises on infrastructure')).toBeVisible();
});

test('ABOUT-1 ABOUT-3 shows two advisors marked as samples, and links to the contact page', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(page.getByText('Sample profiles')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('SITE-4 a bio can be read on a phone', async ({ page }) => {
    await page.goto('/about');
    const leader = page.getByRole('article', { name: 'Rowan Ashdown' });
    await leader.locator('summary').click();
    await expect(leader.getByText('advises on the financing and movement')).toBeVisible();
  });
});
