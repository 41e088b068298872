import type { Language } from '@glasshouse/api/constants';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

/** Names as they were written, by language. */
interface TranslatedName {
  readonly language: string;
  readonly texts: Readonly<Record<string, { readonly name: string }>>;
}
interface BoughtData {
  readonly work: TranslatedName;
  readonly charity: TranslatedName;
  readonly serial: number;
  readonly quantity: number;
  readonly paid: string;
}
interface PaidData {
  readonly charity: TranslatedName;
  readonly amount: string;
  readonly asset: string;
  readonly listing: number;
}

const nameIn = ({ language, texts }: TranslatedName, reader: Language): string =>
  (texts[reader] ?? texts[language])?.name ?? '';
const CHARITY = `(select jsonb_build_object('language', c.language, 'texts', c.texts) from charities c where c.id = n.charity)`;

/** Its certificate is ready with the purchase: both are one message. */
const bought: NoticeKind<BoughtData> = {
  type: 'nft.bought',
  table: 'nft_purchases',
  where: 'true',
  id: 'n.id',
  place: 'n.id',
  at: 'n.at',
  data: `jsonb_build_object('serial', n.serial, 'quantity', n.quantity, 'paid', trim_scale(n.paid)::text, 'charity', ${CHARITY},
    'work', (select jsonb_build_object('language', l.language, 'texts', l.texts) from nft_listings l where l.id = n.listing))`,
  text: ({ work, charity, serial, quantity, paid }, { language }) => {
    const { t } = translatorFor(language);
    const { money, number } = formatterFor(language);
    const [first, last] = [serial, serial + quantity - 1].map((serialNumber) => number(String(serialNumber)));
    const serials =
      quantity === 1
        ? t('nfts:number', { serial: first ?? '' })
        : t('nfts:numbers', { first: first ?? '', last: last ?? '' });
    return {
      title: t('nfts:notice.bought', { name: nameIn(work, language), number: serials }),
      content: t('nfts:notice.boughtText', { amount: money(paid, 'USDT'), charity: nameIn(charity, language) }),
      link: '/nfts/mine',
    };
  },
};

/** To everybody who had bought a work of the charity by then, once each payment. */
const paid: NoticeKind<PaidData> = {
  type: 'nft.paid',
  table: `(select p.user_id, o.id, o.at, o.charity, o.amount, o.asset, max(p.listing) as listing
             from nft_payouts o join nft_purchases p on p.charity = o.charity and p.id < o.id
            group by p.user_id, o.id)`,
  where: 'true',
  id: 'n.id',
  place: 'n.id',
  at: 'n.at',
  data: `jsonb_build_object('amount', trim_scale(n.amount)::text, 'asset', n.asset, 'listing', n.listing, 'charity', ${CHARITY})`,
  text: ({ charity, amount, asset, listing }, { language }) => {
    const { t } = translatorFor(language);
    const { money } = formatterFor(language);
    return {
      title: t('nfts:notice.paid', { amount: money(amount, asset), charity: nameIn(charity, language) }),
      content: t('nfts:notice.paidText'),
      link: `/nfts/${listing}`,
    };
  },
};

export const NFT_KINDS: readonly NoticeKind[] = [bought, paid];
