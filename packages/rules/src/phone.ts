/**
 * Telephone numbers as they are dialled from abroad (E.164), by the numbering plans that
 * libphonenumber keeps: which countries dial the zero of a number at home from abroad too, and how
 * long numbers are, changes too often for a list of our own.
 */
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The number with its country code; undefined when no number of that country has so many digits.
 * `callingCode`: digits of the code that was chosen beside it, which one pasted with its own does
 * not need. Whether a number is in use is not asked: plans grow faster than their descriptions.
 */
export function normalPhone(text: string, callingCode = ''): string | undefined {
  const typed = text.normalize('NFKC').trim();
  const abroad = typed.replace(/^00/, '+');
  const found = abroad.startsWith('+') ? parsePhoneNumberFromString(abroad) : numberAtHome(typed, callingCode);
  return found?.isPossible() === true ? found.number : undefined;
}

function numberAtHome(typed: string, callingCode: string): PhoneNumber | undefined {
  try {
    return parsePhoneNumberFromString(typed, { defaultCallingCode: callingCode });
  } catch {
    // The library throws for a code that no country has.
    return undefined;
  }
}
