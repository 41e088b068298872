import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorLine } from './error-sentence.ts';

/**
 * Why the port cannot be listened on, in one line. Asked before the database is opened, so that a
 * second server changes nothing; whoever takes the port in between is told by the same sentence.
 */
export async function portProblem({ port, host }: { readonly port: number; readonly host: string }) {
  if (port === 0) return undefined;
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, 'listening');
    return undefined;
  } catch (error) {
    return errorLine(error);
  } finally {
    probe.close();
  }
}
