import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Below the server's folder, beside other files that it serves or reads. */
const FILE = join(import.meta.dirname, '../../../assets/passwords/common.txt');

/**
 * Words and phrases of this house and of its readers that the general list lacks, in lower case and
 * without signs. Short words stand here too, because a password that is one of them with a few
 * digits around it is as bad as the word itself.
 */
const OWN = `
  password passwort passw0rd p4ssw0rd p4ssword pa55word pa55w0rd motdepasse contrasena contraseña senha parola wachtwoord haslo
  passwordpassword mypassword newpassword yourpassword password1234 changeme changemenow letmein letmeinnow letmeinplease
  welcome welcomehome welcomeback iloveyou iloveyousomuch iloveyouforever iloveme ilovegod loveyou princess sunshine
  football baseball basketball superman batman spiderman pokemon dragon monkey shadow master michael jennifer jordan
  ashley jessica charlie daniel matthew andrew joshua thomas robert hannah samantha nicole anthony
  administrator admin adminadmin administrador rootroot superuser guest default test testing testtest testpassword
  trustno1 whatever computer internet samsung liverpool chelsea arsenal barcelona realmadrid juventus manchester
  mustang corvette ferrari mercedes porsche harley yamaha starwars startrek pokemongo minecraft fortnite
  qwertyuiop qwertyuiopasdfghjkl qwerty qwertyqwerty qwerty123456 asdfghjkl asdfghjklzxcvbnm zxcvbnm
  qazwsxedc qazwsxedcrfv 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw2 q1w2e3r4t5 q1w2e3r4t5y6 a1b2c3d4e5 zaq12wsx
  1234567890 12345678910 123456789a 123456789q 0987654321 9876543210 1122334455 0123456789 1234512345 1231231234 123123123
  147258369 147258369a 159753 987654321 741852963 789456123 123654789 112233445566 1029384756 3141592653 31415926535
  abcdefghij abcdefghijk abcd1234 abcde12345 abcdef123456 abc123abc123 aaaaaaaaaa 1111111111 0000000000
  bitcoin bitcoins ethereum blockchain satoshi hodlhodl tothemoon cryptocurrency crypto trading trader tradingview money moneymoney
  glasshouse glasshouse1 secret secretpassword topsecret freedom forever butterfly chocolate strawberry pineapple elephant
  summer winter spring autumn january february september october november december monday friday sunday
  correcthorsebatterystaple correcthorse opensesame abracadabra supercalifragilisticexpialidocious
  manutd chelseafc liverpoolfc ynwa jesus jesuschrist jesuslovesme blessed heaven christ faith
  nothing something anything everything whocares dontforget rememberme forgetmenot secure security accessgranted
  woaini woaini1314 5201314 woaini520 sayang bismillah alhamdulillah password@123
  `;

/**
 * 30,000 passwords that lead the published lists of leaked ones (zxcvbn; its licence lies beside
 * the file), and our own. Read once, at the start: 240 kB that no browser gets.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...OWN.trim().split(/\s+/),
  ...readFileSync(FILE, 'utf8').trim().split('\n'),
]);
