import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { showConsole } from './show-console.tsx';

type Page = Pick<Awaited<ReturnType<typeof showConsole>>, 't'> & { readonly user: UserEvent };

/** Answers of the server that every open item of a queue needs. */
export const CLAIMED = { until: '2099-11-30T01:10:00.000Z' } as const;
export const DONE = { state: 'done', request: null } as const;

/** The hands of somebody who decides about the open item of a queue. */
export function deciding({ t, user }: Page) {
  /** Presses a button of the item once it is reserved. */
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await expect.poll(() => button.disabled).toBe(false);
    await user.click(button);
  };
  /** Opens a decision; its fields by their labels. */
  const open = async (button: string, title: string) => {
    await press(button);
    const element = await screen.findByRole('dialog', { name: title });
    const dialog = within(element);
    const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label);
    const confirm = dialog
      .getAllByRole<HTMLButtonElement>('button')
      .find(({ type }) => type === 'submit') as HTMLButtonElement;
    return {
      element,
      dialog,
      field,
      confirm,
      pick: async (label: string, option: string) => {
        await user.click(dialog.getByRole('combobox', { name: label }));
        await user.click(await dialog.findByRole('option', { name: option }));
      },
      why: (reason: string) => user.type(field(t('console:decision.reason')), reason),
    };
  };
  return { press, open };
}
