import type { Language } from '../languages.ts';

/** The form of address that a language uses here, and words that only another form has. */
interface Address {
  readonly form: string;
  readonly other: RegExp;
}

const word = (pattern: string, flags = 'iu'): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, flags);

/** Words that also mean something else are left out: `su` in Spanish, `ihr` in German. */
const ADDRESS: Partial<Record<Language, Address>> = {
  de: { form: 'Sie', other: word('du|dich|dir|dein(?:e[mnrs]?)?|euch|eure[mnrs]?') },
  fr: {
    form: 'vous',
    other: word("tu|te|toi|ton|ta|tes|tien(?:ne)?s?|t[’'](?=\\p{L})|choisis|saisis|attends|reviens|réessaie"),
  },
  it: {
    form: 'tu',
    other: word(
      '[Vv]oi|[Vv]ostr[aeio]|Lei|Suo|Sua|Suoi|Sue|(?<=^|[.!?:] )(?:Scelga|Inserisca|Attenda|Prema|Clicchi|Riprovi)',
      'u',
    ),
  },
  es: {
    form: 'tú',
    other: word('usted(?:es)?|vosotr[oa]s|vuestr[oa]s?|(?<=^|[.!?:] )(?:elija|introduzca|espere|pulse)'),
  },
  zh: { form: '您', other: /你|妳/u },
  hk: { form: '閣下', other: /你|妳|您(?!好)/u },
  th: { form: 'คุณ', other: /(?<!เ)ท่าน|เธอ|มึง/u },
  ja: {
    form: 'です・ます',
    other: /(?:である|だった|(?<![まで])した|する|(?<!ませ)ない|なる|ある|れる|せる|いる|できる|だ)。/u,
  },
  ko: {
    form: '합니다, 해요',
    other: /(?<!니)다(?=[.!?]|$)|(?:해|돼|하라|마라|거야)(?=[.!])|너(?:의|를|는)|당신/u,
  },
};

/** The form to use, where a text addresses its reader in another one, and what shows it. */
export function otherAddressIn(
  language: Language,
  text: string,
): { readonly form: string; readonly found: string } | undefined {
  const address = ADDRESS[language];
  const found = address?.other.exec(text)?.[0];
  return address === undefined || found === undefined ? undefined : { form: address.form, found };
}
