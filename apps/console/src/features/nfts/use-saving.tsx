import { useT } from '@glasshouse/app/language/language';
import { AmountField, Select, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { type Charity, charityBody, charityDraft, type Listing, listingBody, listingDraft, nameOf } from './draft.ts';
import { PictureField } from './picture-field.tsx';
import { WrittenFields } from './written-fields.tsx';

/** Asks for a charity, new or changed. */
export function useCharity(onDone: () => void) {
  const t = useT();
  const [known, setKnown] = useState<Charity>();
  const [draft, setDraft] = useState(charityDraft(undefined));
  const set = (fields: Partial<typeof draft>): void => setDraft({ ...draft, ...fields });
  const isFixed = known?.isFixed === true;
  const body = charityBody(draft, known?.id);
  const title = t(known === undefined ? 'nfts:op.newCharity' : 'nfts:op.changeCharity');
  const make = (): Decision => ({
    kind: 'approve',
    label: title,
    title,
    text: t(isFixed ? 'nfts:op.fixedText' : 'nfts:op.openText'),
    fields: (
      <>
        <WrittenFields draft={draft} isFixed={isFixed} onChange={set} />
        <TextField
          label={t('nfts:registration')}
          maxLength={120}
          readOnly={isFixed}
          value={draft.registration}
          onChange={(event) => set({ registration: event.currentTarget.value })}
        />
        <TextField
          label={t('nfts:website')}
          dir="ltr"
          maxLength={200}
          value={draft.website}
          onChange={(event) => set({ website: event.currentTarget.value })}
        />
      </>
    ),
    problem: body === undefined ? t('nfts:op.wrong') : undefined,
    isUndoable: false,
    stepUp: false,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('saveCharity', { body: { ...(body as NonNullable<typeof body>), reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  const ask = (charity: Charity | undefined): void => {
    setKnown(charity);
    setDraft(charityDraft(charity));
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}

/** Asks for a work, new or changed; it is a draft until it is put on sale. */
export function useListing(charities: readonly Charity[], onDone: () => void) {
  const t = useT();
  const [known, setKnown] = useState<Listing>();
  const [draft, setDraft] = useState(listingDraft(undefined, undefined));
  const set = (fields: Partial<typeof draft>): void => setDraft({ ...draft, ...fields });
  const isFixed = known?.isFixed === true;
  const body = listingBody(draft, known?.id);
  const title = t(known === undefined ? 'nfts:op.newWork' : 'nfts:op.changeWork');
  const make = (): Decision => ({
    kind: 'approve',
    label: title,
    title,
    text: t(isFixed ? 'nfts:op.fixedText' : 'nfts:op.openText'),
    fields: (
      <>
        <Select
          label={t('nfts:op.charity')}
          disabled={isFixed}
          value={draft.charity === undefined ? undefined : String(draft.charity)}
          options={charities.map((charity) => ({ value: String(charity.id), label: nameOf(charity) }))}
          onChange={(id) => set({ charity: Number(id) })}
        />
        <WrittenFields draft={draft} isFixed={isFixed} onChange={set} />
        {!isFixed && (
          <PictureField
            label={t('nfts:op.picture')}
            upload="uploadNftImage"
            fileId={draft.image}
            onChange={(image) => set({ image })}
          />
        )}
        <AmountField
          label={`${t('nfts:price')} (USDT)`}
          asset=""
          decimals={AMOUNT_DECIMALS}
          readOnly={isFixed}
          value={draft.price}
          onChange={(price) => set({ price })}
        />
        <TextField
          label={t('nfts:op.supply')}
          dir="ltr"
          inputMode="numeric"
          readOnly={isFixed}
          value={draft.supply}
          onChange={(event) => set({ supply: event.currentTarget.value.trim() })}
        />
      </>
    ),
    problem: body === undefined ? t('nfts:op.wrong') : undefined,
    isUndoable: false,
    stepUp: false,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('saveNftListing', { body: { ...(body as NonNullable<typeof body>), reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  const ask = (listing: Listing | undefined): void => {
    setKnown(listing);
    setDraft(listingDraft(listing, charities.length === 1 ? charities[0]?.id : undefined));
    decision.ask(undefined);
  };
  return { ask, dialog: decision.dialog };
}
