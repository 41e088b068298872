import { PASSWORD } from './accounts.ts';
import { button, type Person } from './person.ts';
import { expectToast } from './toasts.ts';

/** Browsers know no passkeys of a bare address. */
export const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** A device with a fingerprint reader that always agrees. */
export async function plugDevice({ context, page }: Person): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** On the page of the account, by the device that is plugged in. */
export async function addPasskey(person: Person, proof: { readonly recoveryCode?: string } = {}): Promise<void> {
  const { page, t } = person;
  await button(person, t('security:passkeys.add')).click();
  await page.getByLabel(t('security:passkeys.nameField'), { exact: true }).fill('Laptop');
  await page.getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  if (proof.recoveryCode !== undefined) {
    await page.getByLabel(t('security:totp.codeOrRecovery'), { exact: true }).fill(proof.recoveryCode);
  }
  await button(person, t('security:action.continue')).click();
  await expectToast(person, t('security:passkeys.added'));
}
