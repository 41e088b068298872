import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, test } from 'vitest';
import { CONNECTION_LIMITS, limitConnections } from './connection-limits.ts';
import { NO_PROXIES } from './trusted-proxies.ts';

class TestSocket extends EventEmitter {
  isOpen = true;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isOpen = false;
    this.emit('close');
  }
}

const LIMITS = { ...CONNECTION_LIMITS, perAddress: 2, perNetwork: 3 };

function connect(server: Server, address: string): TestSocket {
  const socket = new TestSocket(address);
  server.emit('connection', socket);
  return socket;
}

test('closes what an address and a network open beyond their limits, and nothing of others', () => {
  const server = createServer();
  limitConnections(server, LIMITS, NO_PROXIES);
  const first = connect(server, '203.0.113.7');
  expect([first, connect(server, '203.0.113.7')].map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect(connect(server, '203.0.113.7').isOpen).toBe(false);
  expect(connect(server, '::ffff:203.0.113.7').isOpen).toBe(false);
  expect(connect(server, '203.0.113.8').isOpen).toBe(true);
  expect(connect(server, '203.0.113.9').isOpen).toBe(false);
  expect(connect(server, '198.51.100.1').isOpen).toBe(true);

  first.destroy();
  expect(connect(server, '203.0.113.7').isOpen).toBe(true);
});

test('a household of IPv6 is one address', () => {
  const server = createServer();
  limitConnections(server, LIMITS, NO_PROXIES);
  const opened = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'].map((at) => connect(server, at).isOpen);
  expect(opened).toEqual([true, true, false]);
});

test.each([
  ['a trusted proxy', '203.0.113.7', (address: string) => address === '203.0.113.7'],
  ['this machine', '127.0.0.1', NO_PROXIES],
  ['a private network', '10.1.2.3', NO_PROXIES],
])('connections of %s carry many clients and count for the total only', (_name, address, trusted) => {
  const server = createServer();
  limitConnections(server, LIMITS, trusted);
  const opened = Array.from({ length: 50 }, () => connect(server, address).isOpen);
  expect(opened).toEqual(Array(50).fill(true));
  expect(server.maxConnections).toBe(LIMITS.total);
});
