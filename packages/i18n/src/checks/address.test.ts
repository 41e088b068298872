import { expect, test } from 'vitest';
import { otherAddressIn } from './address.ts';

test.each([
  ['de', 'Ändern Sie Ihr Passwort.', undefined],
  ['de', 'Ändere dein Passwort.', 'dein'],
  ['de', 'Hast du gefragt?', 'du'],
  ['fr', 'Votre compte et le ton du message', 'ton'],
  ['fr', 'Choisissez votre marché.', undefined],
  ['fr', 'Choisis un marché.', 'Choisis'],
  ['it', 'Il tuo conto. Scegli un mercato.', undefined],
  ['it', 'Accreditiamo ciò che arriva, qualunque importo tu inserisca.', undefined],
  ['it', 'Inserisca un importo.', 'Inserisca'],
  ['it', 'Il conto è Suo.', 'Suo'],
  ['es', 'Elige tu cuenta.', undefined],
  ['es', 'Introduzca la referencia.', 'Introduzca'],
  ['es', 'Su cuenta, usted decide.', 'usted'],
  ['zh', '您的余额', undefined],
  ['zh', '你的余额', '你'],
  ['hk', '您好，閣下的結餘', undefined],
  ['hk', '您的結餘', '您'],
  ['th', 'คุณเทรดเท่านั้น', undefined],
  ['th', 'บัญชีของท่าน', 'ท่าน'],
  ['ja', '保存しました。注文はありません。できませんでした。', undefined],
  ['ja', '注文を保存した。', 'した。'],
  ['ja', '口座が必要である。', 'である。'],
  ['ko', '저장했습니다. 다시 시도하세요.', undefined],
  ['ko', '저장했다.', '다'],
  ['ko', '다시 시도해.', '해'],
] as const)('%s "%s": %s', (language, text, found) => {
  expect(otherAddressIn(language, text)?.found).toBe(found);
});
