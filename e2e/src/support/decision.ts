import { expect } from '@playwright/test';
import { dialog, type Person } from './person.ts';

/** Writes the reason of the decision that is open: the console fills none in. */
export async function writeReason(operator: Person, reason = 'Read and compared with the records.'): Promise<void> {
  await dialog(operator).getByLabel(operator.t('console:decision.reason')).fill(reason);
}

/** The second person opens the request that waits, and approves it with a reason. */
export async function approveRequest(operator: Person, name: RegExp): Promise<void> {
  const { page, t } = operator;
  const approve = t('console:requests.approve');
  await page.goto('/operator/requests');
  await page.getByRole('main').getByRole('button', { name }).first().click();
  await page.getByRole('main').getByRole('button', { name: approve }).first().click();
  await writeReason(operator);
  await dialog(operator).getByRole('button', { name: approve }).last().click();
  await expect(dialog(operator)).toHaveCount(0);
}
