import type { BodyOf, ResultOf } from '@glasshouse/api';

/** Why a device made or used no passkey. */
export type CeremonyProblem = 'cancelled' | 'known' | 'failed';

type CeremonyResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: CeremonyProblem };

/** Loaded when somebody presses the button: few visits need it. */
const library = () => import('@simplewebauthn/browser');

async function judged<Value>(ceremony: Promise<Value>): Promise<CeremonyResult<Value>> {
  try {
    return { ok: true, value: await ceremony };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Browsers say by names what happened, and say little on purpose. */
function problemOf(error: unknown): CeremonyProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  switch (cause instanceof Error ? cause.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'known';
    default:
      return 'failed';
  }
}

type Registration = BodyOf<'addPasskey'>['response'];
type Assertion = BodyOf<'loginWithPasskey'>['response'];

/** Asks the device for a new passkey. */
export async function createPasskey(options: ResultOf<'startPasskey'>): Promise<CeremonyResult<Registration>> {
  const { startRegistration } = await library();
  const made = await judged(
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );
  if (!made.ok) return made;
  // Only what the server reads: browsers add fields over time.
  const { id, rawId, response } = made.value;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ok: true,
    value: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
    },
  };
}

/** Asks the device to sign with one that it has. */
export async function signWithPasskey(options: ResultOf<'getPasskeyRequest'>): Promise<CeremonyResult<Assertion>> {
  const { startAuthentication } = await library();
  const made = await judged(
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] }),
  );
  if (!made.ok) return made;
  const { id, rawId, response } = made.value;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ok: true,
    value: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
    },
  };
}
