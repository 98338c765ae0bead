import { expect, expectAccessible, signIn, test } from './support/portal.ts';

test.describe('with a refusal', () => {
  test.use({ expectedFaults: /api\/admin\/\d+$/ });

  test('support gives out billing administrators, and a super administrator finds them', async ({
    browser,
    page,
  }) => {
    await signIn(page, 'support.pl', '/user-management/admin');
    await page.getByRole('searchbox').fill('domea.pl');
    const row = page.getByRole('row').filter({ hasText: 'domea.pl' });
    await row.getByRole('button', { name: 'Edytuj' }).click();
    await page.getByLabel('Numer telefonu').fill('+48 600 700 800');
    await page.getByLabel('Numer SAP').fill('0002000777');
    const chooser = page.getByLabel('Administratorzy rozliczeń');
    // An earlier try may have given it already.
    const given = page.getByRole('button', { name: 'Usuń 0001000304 Castellum' });
    if (await given.isVisible()) await given.click();
    await chooser.fill('habit');
    const taken = page.getByRole('option', { name: '0001000102 Habitat' });
    await expect(taken).toContainText('admin.pl');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await expectAccessible(page);
    await taken.click();
    await chooser.fill('304');
    await page.getByRole('option', { name: '0001000304 Castellum' }).click();
    await expect(page.getByText('0001000102 Habitat', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await expect(page.getByText('jest już przypisany', { exact: false }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Usuń 0001000102 Habitat' }).click();
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await expect(page.getByText('Zapisano.')).toBeVisible();

    const context = await browser.newContext({ locale: 'en-GB' });
    const other = await context.newPage();
    await signIn(other, 'super.pl');
    await other.getByRole('link', { name: /po numerze SAP/ }).click();
    await expect(other.getByText('Szukaj po numerze SAP')).toBeVisible();
    await expect(other.getByRole('table')).toHaveCount(0);
    await expectAccessible(other);
    await other.getByRole('searchbox').fill('304');
    const found = other.getByRole('row').filter({ hasText: 'Castellum' });
    await expect(found).toContainText('domea.pl');
    await expectAccessible(other);
    await other.getByRole('searchbox').fill('101');
    await expect(other.getByRole('row').filter({ hasText: 'Domus' })).toHaveCount(2);
    await other.getByRole('searchbox').fill('9999');
    await expect(other.getByText('Brak administratora rozliczeń')).toBeVisible();

    // From there the portal as the administrator has it, and back.
    await other.getByRole('searchbox').fill('304');
    await found.getByRole('button', { name: 'Zobacz jako ten użytkownik' }).click();
    await other.getByRole('button', { name: 'Rozpocznij podgląd' }).click();
    const banner = other.getByText('Podgląd bieżącego konta: domea.pl');
    await expect(banner).toBeVisible();
    await other.getByRole('button', { name: 'Zakończ podgląd' }).click();
    await expect(banner).toBeHidden();
    await context.close();
  });
});
