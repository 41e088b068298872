/** `DE89 •••• 3000`: enough to recognise, too little to use. */
export const maskedAccount = (account: string): string => `${account.slice(0, 4)} •••• ${account.slice(-4)}`;

/** Names compared as a bank clerk would: without case, accents, marks and double spaces. */
export const comparableName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');
