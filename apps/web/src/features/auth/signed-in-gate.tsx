import { useSession } from '@glasshouse/app/session/session';
import { type ReactNode, useState } from 'react';
import { Redirect } from 'wouter';

/**
 * Sends home who comes to log in or register and is logged in already. Guests have no login yet,
 * and a login that happens here leads where it was asked for.
 */
export function SignedInGate({ children }: { readonly children: ReactNode }) {
  const user = useSession()?.user;
  const [wasSignedIn] = useState(user !== undefined && !user.guest);
  return wasSignedIn ? <Redirect to="/" replace /> : children;
}
