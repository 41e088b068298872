import { createRequire } from 'node:module';

interface Server {
  run(): Promise<{ readonly port: number }>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: 'papers' }],
});
const { port } = await server.run();
process.send?.(port);
