import { readStored, writeStored } from '@glasshouse/app/session/storage';

/** Tokens of the last logins on this browser, newest first. They say nothing to who reads them. */
const KEY = 'devices';
const KEPT_MAX = 3;

export function knownDevices(): string[] {
  return (readStored(KEY) ?? '').split(' ').filter((token) => token !== '');
}

export function rememberDevice(token: string): void {
  writeStored(KEY, [token, ...knownDevices()].slice(0, KEPT_MAX).join(' '));
}
