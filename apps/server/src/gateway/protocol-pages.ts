import type { FastifyInstance } from 'fastify';
import { etagOf, type StaticFile, sendFile } from './static-files.ts';

export function registerProtocolPages(app: FastifyInstance): void {
  void app;
  void sendFile;
  void etagOf;
  void (0 as unknown as StaticFile);
}
