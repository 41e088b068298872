import type { FastifyInstance } from 'fastify';
import { isInsideAddress } from './inside-addresses.ts';
import { CALL_WEIGHT } from './request-budget.ts';

/** Figures by name; one that is undefined is not known now, and left out. */
export type Measures = readonly Measure[];

export interface Measure {
  /** With its unit, as Prometheus names them: `disk_free_bytes`. */
  readonly name: string;
  readonly help: string;
  readonly value: number | undefined;
}

/**
 * `/metrics` in the text format of Prometheus, for the machines of the house alone: anybody else
 * finds no such page.
 */
export function registerMetrics(app: FastifyInstance, measures: () => Promise<Measures>): void {
  app.get('/metrics', { config: { weight: CALL_WEIGHT, isProbe: true } }, async (request, reply) => {
    if (!isInsideAddress(request.ip)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metricsText(await measures()));
  });
}

export function metricsText(measures: Measures): string {
  return measures
    .filter(({ value }) => value !== undefined)
    .map(({ name, help, value }) => {
      const full = `glasshouse_${name}`;
      return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${full} ${value}\n`;
    })
    .join('');
}
