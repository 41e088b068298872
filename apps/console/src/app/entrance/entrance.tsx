import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../../session/session.ts';
import { Enrol } from './enrol.tsx';
import { linkTokenOf } from './link-token.ts';
import { SecondFactor } from './second-factor.tsx';
import { SignIn } from './sign-in.tsx';
import { UseLink } from './use-link.tsx';

/**
 * The steps until a session is ready: name and password, or a one-time link; then the second
 * factor, or enrolling the first one.
 */
export function Entrance() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [token, setToken] = useState(() => linkTokenOf(window.location));
  if (token !== undefined) {
    return (
      <UseLink
        token={token}
        onDone={() => {
          setToken(undefined);
          // The token must not stay in the address bar or the history.
          navigate('/', { replace: true });
        }}
      />
    );
  }
  if (session === undefined) return <SignIn />;
  return session.stage === 'enrol' ? <Enrol /> : <SecondFactor factors={session.factors} />;
}
